import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/sendAndSplit';
import { connect } from '../api/connect';
import { toNodeError } from '../api/errors/errors';
import { ROUTES, versionOf, type Client, type CredentialKind } from '../api/routes';
import { read, readOnce, type Item } from '../fields';
import { jsonLine } from '../files';
import { CustomsLookup } from '../lookups/customsLookup';
import { sourcesOf } from '../lookups/source';
import { CONTROLS } from '../records';
import { formatCount, isoOf, textOf, UsageError } from '../shared';
import { itemsOf } from './items/parameters';
import { identifyingValues, withIdentity } from './items/row/identity';
import type { RowRead } from './items/row/row';
import { readRows } from './items/rows';
import {
	ColumnNotes,
	FileInParts,
	fieldsFrom,
	hostOf,
	isFailure,
	isRetried,
	OutputFieldCheck,
	sortedByIndex,
	writesRows,
	type Host,
	type ItemResult,
	type NodeOperation,
	type Resource,
	type Run,
} from './model';
import { importFiles } from './sending/import/importFiles';
import { withinLimit } from './sending/limit';
import { takeBack } from './sending/takeBack/takeBack';
import { agentAnswer } from './telling/agent';
import { errorItem, nodeErrorOf, RETRIED, withProblems } from './telling/errors';
import { doneSentences, endingFailure, Outcomes, plannedResult } from './telling/results';

/** The operation that the form of the node chooses. */
interface Chosen {
	/** The name in messages: `Deal: Update`. */
	readonly name: string;
	readonly operation: NodeOperation;
}

/** @throws UsageError where there is no such operation. */
function chooseOperation(context: IExecuteFunctions, resources: readonly Resource[]): Chosen {
	const of = (parameter: string) => textOf(context.getNodeParameter(parameter, 0));
	const resource = resources.find(({ id }) => id === of('resource'));
	const operation = resource?.operations.find(({ id }) => id === of('operation'));
	if (resource && operation) return { name: `${resource.name}: ${operation.name}`, operation };
	throw new UsageError(`There is no operation ${of('resource')}.${of('operation')}.`);
}

/**
 * A client for the interface that has the operation. An operation that only v1 has is sent with the V1 API Key of
 * the credential.
 */
async function clientFor(
	context: IExecuteFunctions,
	kind: CredentialKind,
	{ name, operation: { route } }: Chosen,
): Promise<Client> {
	const isOfKind = route === undefined || route in ROUTES[versionOf(kind)];
	if (!isOfKind && kind === 'v1ApiKey') {
		throw new UsageError(`${name} does not exist in v1: use a personal or team token instead.`);
	}
	const connected = await connect(context, kind);
	const client = isOfKind ? connected : connected.v1;
	if (client) return client;
	throw new UsageError(
		`${name} exists only in v1: enter a V1 API Key and V1 Base URL in the credential.`,
	);
}

/** The binary field of the Changes File. */
const CHANGES = 'changes';

/** A Changes File begins with the record and the time, so that it can be taken back. */
function changesFile(host: Host, { form }: NodeOperation): FileInParts {
	const head = jsonLine({ record: form.filling?.record.id, since: isoOf(Date.now()) });
	return new FileInParts(host, CHANGES, 'changes.jsonl', head);
}

/** @throws UsageError where n8n would not keep the Changes File, or where it would take the place of another one. */
function assertFileIsKept(
	context: IExecuteFunctions,
	{ continueOnFail, forAgent }: Host,
	{ isDryRun, operation: { form }, items }: Pick<Run, 'isDryRun' | 'items'> & Chosen,
): void {
	const isTaken = (item: Item) =>
		fieldsFrom(form, item) === 'file' &&
		read(CONTROLS.imported, item).binaryPropertyName === CHANGES;
	if (items.some(isTaken)) {
		throw new UsageError(
			`Changes File adds the file ${CHANGES}, and the input has one of that name: rename it before.`,
		);
	}
	const isKept = isDryRun || (continueOnFail && !isRetried(context));
	if (isKept && !forAgent) return;
	throw new UsageError(
		'Changes File needs On Error: Continue in the node’s settings, and Retry On Fail off: n8n keeps no output of a node that fails or that it runs again, and gives no files to an AI agent. A Dry Run makes the file without these settings.',
	);
}

/** The run of this execution: its client, its items, and what they share. */
async function runOf(context: IExecuteFunctions, host: Host, which: Chosen): Promise<Run> {
	const kind = context.getNodeParameter('authentication', 0) as CredentialKind;
	const client = await clientFor(context, kind, which);
	const sources = sourcesOf(client);
	const items = itemsOf(context, client, which.operation);
	const isDryRun = readOnce(CONTROLS.preview, items)?.dryRun ?? false;
	const wantsChanges = readOnce(CONTROLS.changes, items)?.changesFile ?? false;
	if (wantsChanges) assertFileIsKept(context, host, { ...which, isDryRun, items });
	return {
		...host,
		isDryRun,
		changes: wantsChanges ? changesFile(host, which.operation) : undefined,
		continueOnFail: host.continueOnFail || isDryRun,
		client,
		items,
		sources,
		splitting: new SplittingBudget(),
		outputFields: new OutputFieldCheck(),
		columns: new ColumnNotes(),
		customs: new CustomsLookup(sources, (message) => host.hint(message)),
	};
}

/** Carries out rows, or shows them in a dry run. */
async function carryOut(run: Run, operation: NodeOperation, rows: readonly RowRead[]) {
	if (operation.compare && (run.isDryRun || run.changes)) return await operation.compare(run, rows);
	if (!run.isDryRun) return await operation.carryOut(run, rows);
	return rows.map((row) => plannedResult(operation.id.replace('Many', ''), row));
}

/**
 * Carries out rows. Without Continue On Fail nothing is sent unless all of them could be read.
 * @returns the result of each, with the values that identify its row.
 */
async function resultsOfRows(
	run: Run,
	operation: NodeOperation,
	read: readonly RowRead[],
): Promise<ItemResult[]> {
	const rows = read.filter(({ error }) => error === undefined);
	const failed = read.filter(({ error }) => error !== undefined);
	const isRefused = failed.length > 0 && !run.continueOnFail;
	const done = isRefused ? [] : await carryOut(run, operation, rows);
	const advice = isRefused ? run.columns.adviceFor(operation.form) : undefined;
	const refused = failed.map(({ index, error }) => ({ index, error, advice }));
	const results = sortedByIndex([...refused, ...done]);
	const { record } = operation.form.filling ?? {};
	if (!record) return results;
	const identify = identifyingValues(record);
	const partsAt = new Map(read.map(({ index, parts }) => [index, parts]));
	return results.map((result) => {
		const parts = partsAt.get(result.index);
		// A spread takes ten times as long.
		return Object.assign(result, parts && { identity: identify(parts) });
	});
}

/** Shows hints next to the output: failures among many results, and output fields that no record has. */
function hintAt(run: Run, operation: NodeOperation, results: readonly ItemResult[]): void {
	run.columns.tell(run, operation.form);
	if (operation.writes && results.length > 1) {
		const outcomes = new Outcomes(operation);
		for (const each of results) outcomes.count(each);
		const where = run.isDryRun ? 'problems, and nothing was written' : 'error';
		run.hint(
			outcomes.lossSentence(
				`${formatCount(results.length)} items`,
				`each of these says why under ${where}`,
			),
		);
	}
	run.hint(run.outputFields.message);
}

/** Logs what a cancelled node did, since n8n keeps neither its output nor its error. */
function logIfCancelled(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	const done = doneSentences(results);
	if (done) context.logger.warn(`${context.getNode().name}: ${done}`);
}

const outputItems = (
	context: IExecuteFunctions,
	results: readonly ItemResult[],
	{ form }: NodeOperation,
): INodeExecutionData[] =>
	results.flatMap((result) => {
		if (isFailure(result)) return [errorItem(context, result)];
		return result.records.map((record, at) => {
			// The service answers a row by little more than its ID.
			const json = writesRows(form) ? withIdentity(record, result.identity) : record;
			const binary = result.files?.[at];
			return { json, ...(binary && { binary }), pairedItem: { item: result.index } };
		});
	});

/**
 * Carries out the chosen operation for all input items.
 * @returns one output whose every item, errors included, is paired with its input item.
 * @throws NodeApiError or NodeOperationError at the first failure, unless Continue On Fail is on.
 */
export async function execute(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	let results: ItemResult[];
	let operation: NodeOperation;
	let run: Run;
	const host = hostOf(context);
	try {
		const which = chooseOperation(context, resources);
		operation = which.operation;
		run = await runOf(context, host, which);
		const carryOut = async (some: Run, rows: readonly RowRead[]) =>
			await resultsOfRows(some, which.operation, rows);
		const all = async (some: Run) => {
			const source = fieldsFrom(which.operation.form, some.items[0]);
			if (source === 'changes') return await takeBack(some, which.operation);
			if (source === 'file') return await importFiles(some, { ...which, carryOut });
			return await carryOut(some, await readRows(some, which.operation));
		};
		results = await withinLimit(run, operation, all);
		await run.changes?.write();
		hintAt(run, operation, results);
		if (operation.writes && isRetried(context)) run.hint(RETRIED, 'warning');
		if (run.isDryRun) {
			results = results.map(withProblems);
			const [first] = results.flatMap((each) => (isFailure(each) ? [] : each.records));
			if (first && fieldsFrom(operation.form, run.items[0]) === 'input') {
				first.columns = run.columns.report;
			}
		} else if (operation.writes) logIfCancelled(context, results);
	} catch (error) {
		if (!host.continueOnFail) throw toNodeError(context.getNode(), error, { itemIndex: 0 });
		return [context.getInputData().map((_, index) => errorItem(context, { index, error }))];
	}
	const failure =
		results.some(isFailure) && !host.continueOnFail ? endingFailure(results) : undefined;
	if (failure) throw nodeErrorOf(context, failure, results, operation);
	const output = outputItems(context, results, operation);
	// An error output has no place for the file.
	const first = output.find(({ json }) => !('error' in json)) ?? output[0];
	if (first && run.changes) first.binary = { ...first.binary, ...run.changes.parts };
	return [host.forAgent ? agentAnswer(output, operation, host.hints) : output];
}
