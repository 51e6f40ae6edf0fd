/**
 * Rising integers as bits, six to a character: the gaps between them in a Golomb–Rice code. Of each
 * gap the lowest bits are written as they are, after as many ones as the rest of it says and a zero;
 * a gap that would take many ones, after so many of them as a whole. How many bits are the lowest is
 * said by the first character. With the best number, integers that are scattered evenly take about
 * 1.5 bits each more than the logarithm of their mean gap, and a subset never takes more.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = 6;
/** Enough for any gap. */
const WHOLE = 53;
const MANY_ONES = 24;
/** Together with those that are no character yet, what an integer's 31 bits hold. */
const MOST_AT_ONCE = 24;

const BITS_OF = new Map(
	Array.from(DIGITS, (digit, value) => [digit, value.toString(2).padStart(BITS, '0')]),
);

/** @param sorted rising integers from 0 to 2^53 - 1, none of them twice. */
export function packGaps(sorted: readonly number[]): string {
	const gaps = sorted.map((member, i) => member - (sorted[i - 1] ?? -1) - 1);
	const low = bestLow(gaps);
	const unit = 2 ** low;
	const bits = new Bits();
	for (const gap of gaps) {
		const rest = gap % unit;
		const ones = (gap - rest) / unit;
		if (ones < MANY_ONES) {
			bits.addOnes(ones);
			bits.add(rest, low + 1);
		} else {
			bits.addOnes(MANY_ONES);
			bits.add(gap, WHOLE);
		}
	}
	bits.addOnes(BITS - 1);
	return DIGITS.charAt(low) + bits.text;
}

/** Bits as text, but for the last ones that are too few for a character. */
class Bits {
	text = '';

	/** The bits that are no character yet, and how many they are. */
	private open = 0;

	private count = 0;

	/** A number in so many bits. */
	add(value: number, length: number): void {
		if (length > MOST_AT_ONCE) {
			this.add(Math.floor(value / 2 ** MOST_AT_ONCE), length - MOST_AT_ONCE);
			this.add(value % 2 ** MOST_AT_ONCE, MOST_AT_ONCE);
			return;
		}
		let open = this.open * 2 ** length + value;
		let count = this.count + length;
		while (count >= BITS) {
			count -= BITS;
			const digit = open >> count;
			this.text += DIGITS.charAt(digit);
			open -= digit << count;
		}
		this.open = open;
		this.count = count;
	}

	addOnes(count: number): void {
		this.add(2 ** count - 1, count);
	}
}

export function* unpackGaps(text: string): Generator<number> {
	const low = DIGITS.indexOf(text.charAt(0));
	const bits = Array.from(text.slice(1), (digit) => BITS_OF.get(digit)).join('');
	const gap = new RegExp(`1{${MANY_ONES}}([01]{${WHOLE}})|(1*)0([01]{${low}})`, 'gy');
	let member = -1;
	for (const [, whole, ones = '', rest] of bits.matchAll(gap)) {
		member += whole ? parseInt(whole, 2) + 1 : ones.length * 2 ** low + parseInt(`0${rest}`, 2) + 1;
		yield member;
	}
}

function bestLow(gaps: readonly number[]): number {
	let [best, least] = [0, Infinity];
	for (let low = 0; (low + 1) * gaps.length < least; low++) {
		const size = sizeWith(low, gaps);
		if (size < least) [best, least] = [low, size];
	}
	return best;
}

function sizeWith(low: number, gaps: readonly number[]): number {
	const unit = 2 ** low;
	let size = 0;
	for (const gap of gaps) {
		const ones = (gap - (gap % unit)) / unit;
		size += ones < MANY_ONES ? ones + 1 + low : MANY_ONES + WHOLE;
	}
	return size;
}
