import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { toNodeError } from '../api/errors/errors';
import { changedRecords } from './changes';
import { deletedRecords } from './deletions';
import { assertMoving, healthRecords } from './health';
import { toItems } from './items';
import { newestItems } from './manualTest';
import { memoryOf, pollOf, type Poll } from './pollContext';

const isManual = (context: IPollFunctions) => context.getMode() === 'manual';

/** One poll of n8n. Returns items, or null if there is nothing new or another poll is under way. */
export async function pollForItems(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(context);
	try {
		const poll = await pollOf(context);
		if (isManual(context)) return [await newestItems(poll)];
		if (memory.isPolling) return null;
		memory.isPolling = true;
		const items = await newItems(poll).finally(() => (memory.isPolling = false));
		return items.length > 0 ? [items] : null;
	} catch (error) {
		// Makes the next successful poll emit a health item.
		if (!isManual(context)) memory.health = { condition: 'failed', at: -Infinity };
		throw activatable(toNodeError(context.getNode(), error));
	}
}

/** The items of events, then the health item. */
async function newItems(poll: Poll): Promise<INodeExecutionData[]> {
	const { reports } = poll.settings.event;
	const found = await (reports === 'deleted'
		? deletedRecords(poll)
		: changedRecords(poll, reports));
	assertMoving(poll, found);
	const about = healthRecords(poll, found).map((json) => ({ json }));
	return [...toItems(found.records, poll.settings), ...about];
}

/** n8n never retries an activation whose error contains this word. */
function activatable<E extends Error>(error: E): E {
	error.message = error.message.replace(/authorization/gi, 'sign-in');
	return error;
}
