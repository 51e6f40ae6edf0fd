/** Exact sums, averages and comparisons of decimal numbers, each in its plain form (`decimalText`). */
import { decimalText } from '../../../fields';

const placesOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** A decimal as a whole number of units, of which so many places are after the point. */
function unitsOf(decimal: string, places: number): bigint {
	const [whole = '', fraction = ''] = decimal.split('.');
	return BigInt(whole + fraction.padEnd(places, '0'));
}

/** The places after the point that an average has at most, unless its values have more. */
const AVERAGE_PLACES = 10;

/** Half a unit is rounded away from zero, as people round. */
function quotient(units: bigint, by: bigint): bigint {
	const sign = units < 0n ? -1n : 1n;
	return sign * ((sign * units * 2n + by) / (by * 2n));
}

/** A sum to which any number of decimals can be added; no digit is lost. */
export class ExactSum {
	private units = 0n;
	private places = AVERAGE_PLACES;
	/** How many were added. */
	private count = 0n;

	add(decimal: string): void {
		const places = Math.max(placesOf(decimal), this.places);
		this.units = this.units * 10n ** BigInt(places - this.places) + unitsOf(decimal, places);
		this.places = places;
		this.count++;
	}

	get total(): string | undefined {
		return this.written(this.units);
	}

	/** Rounded at `AVERAGE_PLACES`, or at as many as the values have; `undefined` of none. */
	get average(): string | undefined {
		return this.count === 0n ? undefined : this.written(quotient(this.units, this.count));
	}

	/** `undefined` for one of about a thousand digits. */
	private written(units: bigint): string | undefined {
		return decimalText(`${units}e-${this.places}`);
	}
}

/** Which of two decimals is greater, as a sort wants it: exact, also where their digits are many. */
export function compareDecimals(one: string, other: string): number {
	const places = Math.max(placesOf(one), placesOf(other));
	return Number(unitsOf(one, places) - unitsOf(other, places));
}
