/** Exact sums, averages and comparisons of decimal numbers, each in its plain form (`decimalText`). */
import { decimalText } from '../../fields';

/** A decimal as a whole number of units, of which so many places are after the point. */
interface Scaled {
	readonly units: bigint;
	readonly places: number;
}

function scaled(decimal: string): Scaled {
	const [whole = '', fraction = ''] = decimal.split('.');
	return { units: BigInt(whole + fraction), places: fraction.length };
}

const raised = ({ units, places }: Scaled, to: number): bigint =>
	units * 10n ** BigInt(to - places);

/** `undefined` for one of about a thousand digits. */
const written = ({ units, places }: Scaled) => decimalText(`${units}e-${places}`);

/** The places after the point that an average has at most, unless its values have more. */
const AVERAGE_PLACES = 10;

/** Half a unit is rounded away from zero, as people round. */
function quotient(units: bigint, by: bigint): bigint {
	const sign = units < 0n ? -1n : 1n;
	return sign * ((sign * units * 2n + by) / (by * 2n));
}

/** A sum to which any number of decimals can be added; no digit is lost. */
export class ExactSum {
	private sum: Scaled = { units: 0n, places: 0 };
	/** How many were added. */
	private count = 0;

	add(decimal: string): void {
		const each = scaled(decimal);
		const places = Math.max(each.places, this.sum.places);
		this.sum = { units: raised(this.sum, places) + raised(each, places), places };
		this.count++;
	}

	get total(): string | undefined {
		return written(this.sum);
	}

	/** Rounded at `AVERAGE_PLACES`, or at as many as the values have; `undefined` of none. */
	get average(): string | undefined {
		if (this.count === 0) return undefined;
		const places = Math.max(AVERAGE_PLACES, this.sum.places);
		return written({ units: quotient(raised(this.sum, places), BigInt(this.count)), places });
	}
}

/** Which of two decimals is greater, as a sort wants it: exact, also where their digits are many. */
export function compareDecimals(one: string, other: string): number {
	const [a, b] = [scaled(one), scaled(other)];
	const places = Math.max(a.places, b.places);
	return Number(raised(a, places) - raised(b, places));
}
