/** Exact sums, averages and comparisons of decimal numbers, each in its plain form (`decimalText`). */

/** A decimal as a whole number of units, of which so many places are after the point. */
interface Scaled {
	readonly units: bigint;
	readonly places: number;
}

function scaled(decimal: string): Scaled {
	const point = decimal.indexOf('.');
	if (point < 0) return { units: BigInt(decimal), places: 0 };
	return {
		units: BigInt(decimal.slice(0, point) + decimal.slice(point + 1)),
		places: decimal.length - point - 1,
	};
}

const raised = ({ units, places }: Scaled, to: number): bigint =>
	places === to ? units : units * 10n ** BigInt(to - places);

/** Without zeros at its end. */
function written({ units, places }: Scaled): string {
	const sign = units < 0n ? '-' : '';
	const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
	const whole = digits.slice(0, digits.length - places);
	const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
	return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
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
	private sum: Scaled = { units: 0n, places: 0 };
	/** How many were added. */
	private count = 0;

	add(decimal: string): void {
		const each = scaled(decimal);
		const places = Math.max(each.places, this.sum.places);
		this.sum = { units: raised(this.sum, places) + raised(each, places), places };
		this.count++;
	}

	get total(): string {
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
	const difference = Number(one) - Number(other);
	// Two infinite ones, or two that differ in their last digits alone.
	if (!Number.isNaN(difference) && difference !== 0) return difference;
	const [a, b] = [scaled(one), scaled(other)];
	const places = Math.max(a.places, b.places);
	const [left, right] = [raised(a, places), raised(b, places)];
	return left < right ? -1 : left > right ? 1 : 0;
}
