import { readOnce } from '../../fields';
import { CONTROLS } from '../../records';
import { formatCount, UsageError } from '../../shared';
import { isFailure, isFrom, type ItemResult, type NodeOperation, type Run } from '../model';
import { Outcomes } from '../telling/results';

/**
 * Counts what a run would write, by a dry run, if the user limits it. A row that could not be looked up counts as
 * written, since the run itself may find its record.
 * @param carryOut carries out the whole run.
 * @returns the failures of the dry run if one of them ends the run.
 * @throws UsageError if the run would write more than the user allows; the error of a file that can't be counted.
 */
export async function withinLimit(
	run: Run,
	operation: NodeOperation,
	carryOut: (run: Run) => Promise<ItemResult[]>,
): Promise<ItemResult[] | undefined> {
	const { stopWhenMoreThan: most = Infinity } = readOnce(CONTROLS.limit, run.items) ?? {};
	if (most === Infinity || run.isDryRun) return undefined;
	const silent = () => undefined;
	const planned = await carryOut({
		...run,
		isDryRun: true,
		changes: undefined,
		hint: silent,
		progress: silent,
	});
	const failures = planned.filter(isFailure);
	// The rows of a file that failed as a whole are not counted.
	if (failures[0] && isFrom('file', operation.form, run.items[0])) throw failures[0].error as Error;
	if (!run.continueOnFail && failures.length > 0) return failures;
	const outcomes = new Outcomes(operation);
	for (const each of planned) {
		const [record = {}] = isFailure(each) ? [] : each.records;
		if ('rows' in record) outcomes.add(record);
		else outcomes.count(each);
	}
	if (outcomes.written <= most) return undefined;
	throw new UsageError(
		`Stop When More Than is ${formatCount(most)}, and this run would write more: ${outcomes.text}. Nothing was written. Check the items, or raise the limit.`,
	);
}
