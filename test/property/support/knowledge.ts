import type { Row, State } from '../../../nodes/SalesManagement/polling';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';
import type { Commit, Entity } from './simulatedService';

/** Tells of a record whether its value is known in a state. */
export function knownIn({ watched }: State): (entity: Entity) => boolean {
	const values = new WatchedValues('', watched);
	return ({ id }) => values.of(id) !== undefined;
}

/** Which records' previous values an engine knows, as its states say. */
export class Knowledge {
	private unknown = new Set<number>();

	private readonly everUnknown = new Set<number>();

	/** Must be called with each state that a poll begins with. */
	atStart(state: State, entities: readonly Entity[]): void {
		const isKnown = knownIn(state);
		const unknown = entities.filter((each) => !isKnown(each)).map(({ id }) => id);
		this.unknown = new Set(unknown);
		for (const id of unknown) this.everUnknown.add(id);
	}

	isUnknown(id: number): boolean {
		return this.unknown.has(id);
	}

	/** Since when it was unknown, a change may have gone by. */
	wasEverUnknown(id: number): boolean {
		return this.everUnknown.has(id);
	}

	/**
	 * Whether a record that was just learned is known, if any that was surely learned before it is:
	 * within a window of a list without order that is nobody's to say.
	 */
	isLatest(
		state: State,
		{ id, updatedAt }: Row<Commit>,
		{ entities, window }: { readonly entities: readonly Entity[]; readonly window: number },
	): boolean {
		const known = entities.filter(knownIn(state));
		const older = known.filter(({ commits }) =>
			commits.every((each) => each.updatedAt < updatedAt - window),
		);
		return older.length === 0 || known.some((each) => each.id === id);
	}
}
