import { readOnce } from '../../fields';
import { CONTROLS } from '../../records';
import { formatCount, UsageError } from '../../shared';
import {
	ColumnNotes,
	fieldsFrom,
	isFailure,
	type ItemResult,
	type NodeOperation,
	type Run,
} from '../model';
import { Outcomes } from '../telling/results';

/**
 * Carries a run out, if it writes no more than the user allows: that is counted first, by a dry run. A row that could not
 * be looked up counts as written, since the run itself may find its record.
 * @param carryOut carries out the whole run.
 * @returns the results; the failures of the dry run if one of them ends the run.
 * @throws UsageError if the run might write more; the error of a file that can't be counted.
 */
export async function withinLimit(
	run: Run,
	operation: NodeOperation,
	carryOut: (run: Run) => Promise<ItemResult[]>,
): Promise<ItemResult[]> {
	const { stopWhenMoreThan: most = Infinity } = readOnce(CONTROLS.limit, run.items) ?? {};
	if (most === Infinity) return await carryOut(run);
	const silent = () => undefined;
	// One record keeps no other from being put back.
	const continueOnFail =
		run.continueOnFail || fieldsFrom(operation.form, run.items[0]) === 'changes';
	const counting = {
		isDryRun: true,
		continueOnFail,
		changes: undefined,
		hint: silent,
		progress: silent,
		columns: new ColumnNotes(),
	};
	const planned = await carryOut(run.isDryRun ? run : { ...run, ...counting });
	const outcomes = new Outcomes(operation);
	for (const each of planned) {
		const [record = {}] = isFailure(each) ? [] : each.records;
		if ('rows' in record) outcomes.add(record);
		else outcomes.count(each);
	}
	const isExceeded = outcomes.written > most;
	const excess = `Stop When More Than is ${formatCount(most)}, and this run might write more: ${outcomes.text}.`;
	if (run.isDryRun) {
		if (isExceeded) run.hint(`${excess} Without Dry Run, nothing would be written.`, 'warning');
		return planned;
	}
	const failures = planned.filter(isFailure);
	// The records of a file that failed as a whole are not counted.
	const broken = failures.find(({ identity }) => identity === undefined);
	if (broken && operation.form.filling) throw broken.error as Error;
	if (!continueOnFail && failures.length > 0) return failures;
	if (!isExceeded) return await carryOut(run);
	throw new UsageError(`${excess} Nothing was written. Check the items, or raise the limit.`);
}
