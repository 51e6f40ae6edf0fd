/** Takes runs back by their Changes Files. */
import { isFailure, sortedByIndex, type ItemResult, type NodeOperation, type Run } from '../model';
import { numberRanges, Outcomes } from '../telling/results';
import { eachFile } from './import/importFiles';
import { readChanges, type ChangesFile } from './takeBack/changesFile';
import { putBack } from './takeBack/restoring';

/**
 * Puts records back as the files of the items say, the newest first. All files are read before: without Continue On
 * Fail nothing is sent if one of them can't be. A record that can't be put back keeps no other from it.
 */
export async function takeBack(run: Run, operation: NodeOperation): Promise<ItemResult[]> {
	const { record } = operation.form.filling ?? {};
	if (!record) return [];
	const given: ChangesFile[] = [];
	const refused = await eachFile(run, run.items, async (item) => {
		given.push(await readChanges(run, record, item));
		return [];
	});
	if (refused.length > 0 && !run.continueOnFail) return refused;
	const latestFirst = given.toReversed().sort((one, other) => other.since - one.since);
	const going = { ...run, continueOnFail: true };
	const done = await eachFile(
		going,
		latestFirst,
		async (file) => await putBack(going, operation, record, file),
	);
	const failed = done.filter(isFailure);
	const [first] = failed;
	if (!first || run.continueOnFail) return sortedByIndex([...refused, ...done]);
	const outcomes = new Outcomes(operation);
	for (const each of done) outcomes.count(each);
	const ids = numberRanges(failed.flatMap(({ identity }) => identity?.id ?? []));
	const which = ids && ` Failed: IDs ${ids}.`;
	return [
		{
			...first,
			advice: `Of the records, ${outcomes.text}.${which} It can be run again without harm.`,
		},
	];
}
