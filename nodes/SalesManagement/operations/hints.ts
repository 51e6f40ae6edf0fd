import type { IExecuteFunctions } from 'n8n-workflow';
import type { Offered } from './model/operation';

/** Whether n8n will run a write once more as a whole. No expression can see this setting of the node. */
export const isRepeated = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ writes }: Offered,
): boolean => writes && context.getNode().retryOnFail === true;

export const REPEATS =
	'Retry On Fail is on: when this node fails, n8n runs all of its items again, and each attempt may write a second time what those before it wrote. Turn it off in the node’s settings; the node itself repeats what is safe to repeat.';
