import { UsageError } from '../api/errors/errors';
import { isDeeperThan, numbersIn } from '../jsonText';
import { quoted } from '../values';
import { decimalText } from './decimal';

/**
 * JSON drops what it has no form for, or sends null in its place, and JavaScript rounds long numbers:
 * what would be sent as something else than was given is an error. Only `undefined` in an object is
 * nothing given, as in JSON itself.
 */

/** The deepest filter that the service takes has 300 nodes, so about 600 levels. */
const DEEPEST = 1_000;

const tooDeep = (label: string) =>
	new UsageError(`${label} is nested more than ${DEEPEST} levels deep.`);

const LOST = 'a JSON number would lose digits: write it as text, in quotes';

const cut = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** @throws UsageError for JSON text with a number that has more digits than JavaScript keeps. */
export function assertDigitsKept(text: string, label: string): void {
	if (isDeeperThan(DEEPEST, text)) throw tooDeep(label);
	for (const written of numbersIn(text)) {
		const kept = String(Number(written));
		const digits = kept === written ? written : decimalText(written);
		if (digits === undefined || (kept !== written && digits !== decimalText(kept))) {
			throw new UsageError(`${label} holds ${cut(written, 100)}, where ${LOST}.`);
		}
	}
}

/** A value inside the one that was given, and what it is in. */
interface Place {
	/** Such as `[0].value`; empty for the whole. */
	readonly path: string;
	readonly within: readonly object[];
}

const part = (name: string): string =>
	/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : `[${quoted(name)}]`;

/** @throws UsageError for a value that JSON has no form for, a number without all its digits, a circle. */
export function assertJsonValue(
	value: unknown,
	label: string,
	{ path, within }: Place = { path: '', within: [] },
): void {
	const wrong = (what: string, why = 'which JSON has no form for') => {
		const where = path === '' ? '' : ` at ${cut(path.replace(/^\./, ''), 100)}`;
		return new UsageError(`${label} holds ${what}${where}, ${why}.`);
	};
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) throw wrong(String(value));
		if (Number.isInteger(value) && !Number.isSafeInteger(value))
			throw wrong(String(value), `where ${LOST}`);
		return;
	}
	if (value === undefined) throw wrong('undefined');
	if (['function', 'symbol', 'bigint'].includes(typeof value)) throw wrong(`a ${typeof value}`);
	if (typeof value !== 'object' || value === null) return;
	if (within.includes(value)) throw wrong('itself');
	if (within.length >= DEEPEST) throw tooDeep(label);
	if ('toJSON' in value && typeof value.toJSON === 'function') {
		// Dates of JavaScript and of Luxon: an invalid one would become null.
		const told = (value as { toJSON(): unknown }).toJSON() ?? undefined;
		if (told === undefined) throw wrong('an invalid date');
		assertJsonValue(told, label, { path, within: [...within, value] });
		return;
	}
	const inside = { within: [...within, value] };
	if (Array.isArray(value)) {
		// Not by `forEach`, which passes over a hole; JSON fills it with null.
		for (const [at, each] of value.entries()) {
			assertJsonValue(each, label, { ...inside, path: `${path}[${at}]` });
		}
		return;
	}
	const kind = Object.prototype.toString.call(value).slice(8, -1);
	const entries = Object.entries(value);
	if (entries.length === 0 && kind !== 'Object') throw wrong(`a ${kind}`);
	for (const [name, each] of entries) {
		if (each === undefined) continue;
		assertJsonValue(each, label, { ...inside, path: `${path}${part(name)}` });
	}
}
