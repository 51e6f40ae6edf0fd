/** How an answer, or a part of it, is held to what a rule says of it. */
type Fields = Record<string, unknown>;
interface Row extends Fields {
	id: number;
}

/** The records of an envelope, whatever it calls them. */
export const recordsIn = (body: unknown): Row[] =>
	Object.values(body as Fields).find((value): value is Row[] => Array.isArray(value)) ?? [];
export const idsOf = (rows: unknown): number[] => (rows as Row[]).map(({ id }) => id);

/** A part of an answer: `deals.*.id` of each, `deals.-1` the last, `users.name=Ann.id` of the one with that name. */
function partAt(value: unknown, [name, ...rest]: string[]): unknown {
	if (name === undefined) return value;
	const list = value as Fields[];
	if (name === '*') return list.map((one) => partAt(one, rest));
	const [key = '', wanted] = name.split('=');
	if (wanted !== undefined) {
		return partAt(
			list.find((one) => String(one[key]) === wanted),
			rest,
		);
	}
	return partAt(/^-?\d+$/.test(name) ? list.at(Number(name)) : (value as Fields)?.[name], rest);
}
export const at = (value: unknown, path: string) => partAt(value, path.split('.'));

type Check = (value: never, wanted: never, last: Fields) => void;
const CHECKS: Readonly<Record<string, Check>> = {
	/** The records of a list, in its order. */
	$ids: (body: Fields, ids: number[]) => expect(idsOf(recordsIn(body))).toEqual(ids),
	$count: (body: Fields, count: number) => expect(recordsIn(body)).toHaveLength(count),
	$keys: (body: Fields, names: string[]) =>
		expect(Object.keys(body).sort()).toEqual([...names].sort()),
	$lacks: (body: Fields, names: string[]) =>
		expect(names.filter((name) => name in body)).toEqual([]),
	/** Exactly this, and not only with it. */
	$equals: (value: unknown, wanted: unknown) => expect(value).toEqual(wanted),
	$distinct: (values: unknown[], count: number) => expect(new Set(values).size).toBe(count),
	/** Each of a list that is not empty. */
	$all: (values: Row[], wanted: unknown, last) => {
		expect(values.length).toBeGreaterThan(0);
		for (const value of values) meets(value, wanted, last);
	},
	$at: (body: Fields, parts: Fields, last) => {
		for (const [path, wanted] of Object.entries(parts)) meets(at(body, path), wanted, last);
	},
	/** The last answer with these changes, and a later update. */
	$but: (body: Fields, changes: Fields, last) =>
		expect(body).toEqual({ ...last, ...changes, updatedAt: body.updatedAt }),
	/** Parts that are as one of the last answer. */
	$last: (body: Fields, parts: Record<string, string>, last) => {
		for (const [path, before] of Object.entries(parts)) {
			expect(at(body, path)).toEqual(at(last, before));
		}
	},
};

/** Holds a value to an outcome: an object is a part of it, unless one of the checks says more; the rest is equal. */
export function meets(value: unknown, wanted: unknown, last: Fields): void {
	if (typeof wanted !== 'object' || wanted === null || 'asymmetricMatch' in wanted) {
		expect(value).toEqual(wanted);
		return;
	}
	if (Array.isArray(wanted)) {
		expect(value).toMatchObject(wanted);
		return;
	}
	const entries = Object.entries(wanted);
	const checks = entries.filter(([name]) => name.startsWith('$'));
	for (const [name, given] of checks) CHECKS[name]!(value as never, given as never, last);
	const part = entries.filter(([name]) => !name.startsWith('$'));
	if (checks.length === 0 || part.length > 0) expect(value).toMatchObject(Object.fromEntries(part));
}
