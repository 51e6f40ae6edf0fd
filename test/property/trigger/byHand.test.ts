/**
 * Histories by hand: what random ones never meet, and what the trigger does not promise, so that the model must not
 * ask for it.
 */
import histories from './byHand.json';
import { table } from '../../support/table';
import type { History, Poll, Step } from './support/histories';
import { runHistory } from './support/model';
import { EXACT, type Quirks } from './support/service';

const PLAIN: History = {
	quirks: EXACT,
	engine: 'durable',
	delivery: 'once',
	watched: 'createdOrUpdated',
	startFrom: 'now',
	before: [],
	steps: [],
	batchLimit: 1,
	valuesRoom: 10_000,
	createdRoom: 10_000,
	spare: { settings: [], bulk: { count: 0, apart: 0, create: false, pageSize: 2 } },
	lookbackMs: 20_000,
};

const usual = { between: [], requests: 10_000, stale: false, others: 0 };
const poll: Poll = { ...usual, do: 'poll', fate: 'kept' };
const create: Step = { do: 'create', content: { phase: '1', field: 'a', part: 'x' }, lag: 0 };
const second: Step = { do: 'rest', ms: 1_000 };
const minute: Step = { do: 'rest', ms: 60_000 };
/** Steps that the histories name. */
const STEPS = {
	...{ poll, create, second, minute },
	update: { do: 'update', index: 0, content: { field: 'b' }, lag: 0 },
	spoil: { do: 'spoil', how: 'without a ledger', restart: true },
	threeOld: [create, second, create, second, create, minute],
	hidden: [{ do: 'permit', isPermitted: false }, poll, poll],
};

type Given = Omit<Partial<History>, 'quirks'> & { readonly quirks?: Partial<Quirks> };

test.each(table<[string, Given]>(histories, STEPS))('%s', async (_what, { quirks, ...given }) => {
	const history = { ...PLAIN, ...given, quirks: { ...EXACT, ...quirks } };
	// A step that is misspelt in the table would be none.
	expect(history.steps.filter((each) => typeof each !== 'object')).toEqual([]);
	await expect(runHistory(history)).resolves.toBeUndefined();
});
