/** Whether a trigger that can't move says so: since when and where it stands, and no longer than that. */
import type { Outcome, Standing, State } from '../../../nodes/SalesManagement/polling';
import { unpackIds } from '../../../nodes/SalesManagement/polling/idSet';
import {
	assertMoving,
	standstillNews,
	StuckError,
} from '../../../nodes/SalesManagement/trigger/standstill';
import { hold } from './hold';
import type { Life } from './life';

/** How long a full ledger may take besides the lookback until that is no longer normal. */
const MARGIN_MS = 120_000;

/** What a poll did. */
interface Went {
	/** What it went on from; absent where it began anew. */
	readonly wentOnFrom?: State;
	readonly outcome: Outcome<unknown>;
	readonly standing: Standing;
}

/** Must be called with each poll of the trigger's life. */
export function checkStanding(life: Life, { wentOnFrom, outcome, standing }: Went): void {
	const { stopped, serverTime, state } = outcome;
	const stands = stopped !== undefined && !hasMoved(wentOnFrom, outcome);
	const since = stands ? Math.min(life.standsSince ?? serverTime, serverTime) : undefined;
	life.standsSince = since;
	hold(standing.stuckSince === since, 'the state is wrong about since when it stands still');
	const isFilling =
		stopped === 'ledger full' && serverTime - since! < life.policy.lookbackMs + MARGIN_MS;
	const { standstill } = standing;
	hold(
		(standstill !== undefined) === (stands && !isFilling),
		'a standstill is not told, or none is',
	);
	if (!standstill) return;
	const isRight = standstill.since === since && standstill.at === state.watermark;
	hold(isRight && standstill.why === stopped, 'a standstill is told wrongly');
	const said = standstillNews(standstill);
	const times = [standstill.since, standstill.at].map((time) => new Date(time).toISOString());
	hold(
		times.every((time) => said.includes(time)),
		'a standstill is not told with its times',
	);
}

/** Events, another time in the list, or more records of that time that were dealt with. */
const hasMoved = (before: State | undefined, { events, state }: Outcome<unknown>): boolean =>
	before === undefined ||
	events.length > 0 ||
	state.watermark !== before.watermark ||
	unpackIds(state.settled).size !== unpackIds(before.settled).size ||
	(before.run === undefined) !== (state.run === undefined);

/** The trigger fails where it has stood still for so long. */
const FAIL_AFTER_MS = 60_000;

/** Whether n8n is told of a failure instead of the outcome. */
export function fails({ events, serverTime }: Outcome<unknown>, { standstill }: Standing): boolean {
	if (events.length > 0) return false;
	try {
		assertMoving(standstill, standstillNews, { now: serverTime, failAfterMs: FAIL_AFTER_MS });
		return false;
	} catch (error) {
		hold(error instanceof StuckError, 'a standstill ends in another error');
		return true;
	}
}
