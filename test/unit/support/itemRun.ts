/** A run of an operation without n8n: nothing is looked up, and hints and progress go nowhere. */
import { SplittingBudget } from '../../../nodes/SalesManagement/api/bulk/isolationBudget';
import type { Run } from '../../../nodes/SalesManagement/operations/operation';
import { CustomsLookup, OutputFieldCheck } from '../../../nodes/SalesManagement/operations/output';

const none = async () => await Promise.reject(new Error('nothing is looked up here'));

/** @param parts what this run is about, and what else it needs besides. */
export const runWith = (parts: Pick<Run, 'client' | 'items'> & Partial<Run>): Run => ({
	continueOnFail: false,
	splitting: new SplittingBudget(),
	forAgent: false,
	outputFields: new OutputFieldCheck(),
	customs: new CustomsLookup({ hasDefinitions: none, fields: none, users: none }, () => undefined),
	files: { write: none, read: noFile, describe: noFile },
	hint: () => undefined,
	progress: () => undefined,
	...parts,
});

function noFile(): never {
	throw new Error('there is no file here');
}
