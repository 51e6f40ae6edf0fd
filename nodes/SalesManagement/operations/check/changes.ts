import { UsageError } from '../../api/errors/errors';
import type { ApiVersion } from '../../api/types';
import { isObject } from '../../values';
import { areUsualWords } from './names';

/** By interface and check, what was found that stays the same as long as the service does. */
export type Shapes = Readonly<Record<string, string>>;

/** The beginning and end of the shapes in a report. */
export const FENCE = { begins: '```json\n', ends: '\n```' } as const;

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

const VERDICTS = ['asDescribed', 'differs', 'notPermitted'];

/** What an earlier report says, as far as this check could have written it: it may hold anything. */
function toldOf(earlier: string): string {
	const [verdict = '', ...shape] = earlier.split(': ');
	if (!VERDICTS.includes(verdict)) return 'otherwise';
	return areUsualWords(shape.join(': ')) ? earlier : verdict;
}

/** What this check has written: any other object of texts would never show a change. */
const isWritten = (value: unknown): value is Shapes =>
	isObject(value) &&
	Object.values(value).every((found) => typeof found === 'string') &&
	(Object.keys(value).length === 0 || Object.keys(value).some((check) => isOf(check)));

/** Whether a shape is of one of these interfaces. */
const isOf = (check: string, versions: readonly ApiVersion[] = ['v1', 'v2']): boolean =>
	versions.some((version) => check.startsWith(`${version} `));

const otherInterface = (versions: readonly ApiVersion[]) =>
	new UsageError(
		`Earlier Report is of the other interface: this credential checks ${versions.join(' and ')}, of which it says nothing. Give a report of a check with a credential of the same kind.`,
	);

/**
 * The shapes in a report's text, in a whole summary, or by themselves.
 * @param versions the interfaces that are checked.
 * @returns `undefined` where nothing is given.
 * @throws UsageError for a text without shapes, or with those of the other interface alone.
 */
export function shapesIn(given = '', versions?: readonly ApiVersion[]): Shapes | undefined {
	if (given.trim() === '') return undefined;
	const earlier = given.replaceAll('\r\n', '\n');
	const begins = earlier.lastIndexOf(FENCE.begins);
	const ends = earlier.indexOf(FENCE.ends, begins);
	const text = begins < 0 || ends < 0 ? earlier : earlier.slice(begins + FENCE.begins.length, ends);
	const value = parsed(text.trim());
	const shapes = isObject(value) && isObject(value.shapes) ? value.shapes : value;
	if (isWritten(shapes)) {
		const checks = Object.keys(shapes);
		if (!versions || checks.length === 0 || checks.some((each) => isOf(each, versions))) {
			return shapes;
		}
		throw otherInterface(versions);
	}
	throw new UsageError(
		'Earlier Report holds no shapes: give the text of a report that this operation wrote, or the shapes of its summary as JSON.',
	);
}

/**
 * What is otherwise than in an earlier report, a sentence each. What could be seen on one of both
 * occasions only is no change.
 */
export function changesSince(shapes: Shapes, before: Shapes): string[] {
	return Object.entries(shapes).flatMap(([check, now]) => {
		const then = Object.hasOwn(before, check) ? before[check] : undefined;
		return then === undefined || then === now
			? []
			: [`${check} was ${toldOf(then)}, and is ${now}`];
	});
}
