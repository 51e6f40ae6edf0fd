import { formatCount, listedUpTo, quoted, remembered, type UnknownName } from '../../shared';

/** The most names of a field, or of columns, in a message. */
export const SHOWN = 20;

/** The keys that each label has. */
export const byLabel = (all: ReadonlyMap<string, { keys(): Iterable<string> }>) =>
	Object.fromEntries(Array.from(all, ([label, each]) => [label, [...each.keys()]]));

/** The names that nothing has, by the fields in which they were given, with how often. */
export class UnknownNames {
	private readonly counts = new Map<string, Map<string, number>>();

	add(names: readonly UnknownName[]): void {
		for (const { label, name } of names) {
			const counts = remembered(this.counts, label, () => new Map<string, number>());
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
	}

	/** The names of each field. */
	get byField() {
		return byLabel(this.counts);
	}

	/** `Customer: "Acme" (2 times), "Beta"; User: "Ada"`; empty if there are none. */
	get text(): string {
		const times = (count: number) => (count === 1 ? '' : ` (${formatCount(count)} times)`);
		return Array.from(this.counts, ([label, names]) => {
			const each = Array.from(names, ([name, count]) => `${quoted(name)}${times(count)}`);
			return `${label}: ${listedUpTo(SHOWN, each)}`;
		}).join('; ');
	}
}
