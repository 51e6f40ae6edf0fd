/** Every version that was written in the day. */
import type { Expected } from './books';
import type { Kind } from './load';

export interface Version extends Expected {
	readonly kind: Kind;
	readonly record: number;
	/** Whether its record began with it. */
	readonly isFirst: boolean;
	/** Whether its deal was won with it. */
	readonly isWin: boolean;
}
type Noted = { -readonly [Key in keyof Version]: Version[Key] };

/** What a trigger is to hand out: versions, or each new record once. */
export type Tells = 'versions' | 'updates' | 'wins' | 'creations';

export interface Asked {
	readonly kind: Kind;
	readonly tells: Tells;
	/** Of the versions' names; all of them without it. */
	readonly only?: (name: string) => boolean;
}

export class Journal {
	readonly versions: Noted[] = [];
	private readonly last = new Map<string, Noted>();

	/** @param until when the version before it was still there for sure */
	note(version: Omit<Version, 'until'>, until: number): void {
		const key = `${version.kind} ${version.record}`;
		const before = this.last.get(key);
		if (before) before.until = until;
		const noted = { ...version };
		this.versions.push(noted);
		this.last.set(key, noted);
	}

	/** The newest version of each record of a kind. */
	lastOf(kind: Kind): Version[] {
		return [...this.last.values()].filter((version) => version.kind === kind);
	}

	/** What a trigger has to hand out, as far as a poll could see it. */
	expectedOf(asked: Asked): Expected[] {
		const { tells } = asked;
		const all = this.of(asked);
		if (tells === 'versions') return all;
		if (tells === 'updates') return all.filter(({ isFirst }) => !isFirst);
		if (tells === 'wins') return all.filter(({ isWin }) => isWin);
		// A record stays created, however it changes.
		return all
			.filter(({ isFirst }) => isFirst)
			.map(({ record, at }) => ({ name: String(record), at }));
	}

	/** The names of whatever it may hand out. */
	possibleFor(asked: Asked): Set<string> {
		return new Set(this.expectedOf(asked).map(({ name }) => name));
	}

	private of({ kind, only = () => true }: Asked): Version[] {
		return this.versions.filter((version) => version.kind === kind && only(version.name));
	}
}
