/** What the engine is told of each kind of event, and of a history's limits. */
import type { Policy } from '../../../nodes/SalesManagement/polling';
import { GUARD, type History, type Watched } from './history';
import type { Content } from './simulatedService';

interface Told extends Pick<Policy, 'tells' | 'newChanges'> {
	readonly watches?: keyof Content;
}

export const ENGINE: Readonly<Record<Watched, Told>> = {
	created: { tells: 'created' },
	updated: { tells: 'updated' },
	createdOrUpdated: { tells: 'createdOrUpdated' },
	changed: { tells: 'changed', watches: 'phase' },
	entered: { tells: 'changed', watches: 'phase', newChanges: true },
	fields: { tells: 'createdOrUpdated', watches: 'field' },
};

export const policyOf = (history: History, hasTime: () => boolean): Policy => ({
	...ENGINE[history.watched],
	fingerprint: 'question',
	startFrom: history.startFrom,
	lookbackMs: history.lookbackMs,
	guardMs: GUARD,
	holdMs: 2_000,
	batchLimit: history.batchLimit,
	agreeingPasses: 2,
	room: history.room,
	hasTime,
});
