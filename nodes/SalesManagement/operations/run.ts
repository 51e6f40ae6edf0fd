import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/sendAndSplit';
import { connect, connectToV1 } from '../api/connect';
import { ServiceError, toNodeError, UsageError } from '../api/errors/errors';
import { LIMITS } from '../shared/ownLimits';
import { versionOf } from '../api/routes/route';
import { ROUTES } from '../api/routes/routes';
import type { Client, CredentialKind } from '../api/routes/types';
import { readOnce, type Item } from '../fields';
import { textOf } from '../shared/values';
import { agentAnswer, isForAgent } from './telling/agent';
import { givenByModel } from './items/agentInput';
import { hasContent } from '../api/errors/expectedAnswer';
import {
	isFailure,
	type Failed,
	type ItemResult,
	type Loaded,
	type Offered,
	type Resource,
	type Run,
} from './model/operation';
import { CustomsLookup, OutputFieldCheck } from './telling/output';
import { isFromFile } from './form/importFile';
import { importFiles } from './sending/import/importFiles';
import { RowResults } from './sending/import/resultFile';
import { isRepeated, REPEATS } from './hints';
import { hostOf } from './model/host';
import { sourcesOf } from './items/names';
import { hasExpression, once, parametersOf } from './items/parameters';
import { resolver } from './items/resolve';
import { resultsOf } from './items/rows';
import { doneBefore, endOf, many, ofItsRows } from './telling/results';
import { dryRunControls } from './createOrUpdate';

function chosen(
	context: IExecuteFunctions,
	resources: ReadonlyArray<Resource<Offered>>,
): { name: string; operation: Offered } {
	const of = (parameter: string) => textOf(context.getNodeParameter(parameter, 0));
	const resource = resources.find(({ id }) => id === of('resource'));
	const operation = resource?.operations.find(({ id }) => id === of('operation'));
	if (resource && operation) return { name: `${resource.name}: ${operation.name}`, operation };
	throw new UsageError(`There is no operation ${of('resource')}.${of('operation')}.`);
}

/** A client for the interface that has the operation: what only v1 has uses the key beside a token. */
async function clientFor(
	context: IExecuteFunctions,
	kind: CredentialKind,
	{ name, operation: { route } }: ReturnType<typeof chosen>,
): Promise<Client> {
	if (route === undefined || route in ROUTES[versionOf(kind)]) return await connect(context, kind);
	if (kind === 'v1ApiKey') {
		throw new UsageError(`${name} does not exist in v1: use a personal or team token instead.`);
	}
	const v1 = await connectToV1(context, kind);
	if (v1) return v1;
	throw new UsageError(
		`${name} exists only in v1: enter a V1 API Key and V1 Base URL in the credential.`,
	);
}

function itemsOf(context: IExecuteFunctions, client: Client, operation: Offered): Item[] {
	const timezone = context.getTimezone();
	const saved = context.getNode().parameters;
	/** A model's values are asked of n8n, and what it left empty is left out. */
	const givenAt = (index: number) =>
		once((name) => {
			const raw = saved[name];
			const value = hasExpression(raw) ? context.getNodeParameter(name, index) : raw;
			return givenByModel(operation, name, value);
		});
	const readerOf = isForAgent(context) ? givenAt : parametersOf(context);
	return context.getInputData().map((item, index) => ({
		index,
		saved,
		input: item.json,
		version: client.version,
		timezone,
		get: readerOf(index),
	}));
}

/** The item that the service blames for a refused batch, else the one that failed. */
const blamed = ({ index, error }: Failed): number =>
	error instanceof ServiceError ? (error.bulkErrors[0]?.index ?? index) : index;

/** Of a node that is cancelled n8n keeps neither the output nor the error. */
function logIfCancelled(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	const done = doneBefore(results);
	if (done) context.logger.warn(`${context.getNode().name}: ${done}`);
}

/** The result by which a dry run shows an item that would fail. */
function withProblems(result: ItemResult): ItemResult {
	if (!isFailure(result)) return result;
	const { index, error, who: data } = result;
	const { message, problems = [message] } = error as Error & Partial<UsageError>;
	return { index, records: [{ dryRun: true, action: 'fail', data, problems: [...problems] }] };
}

/**
 * One failed item. It has no `error` next to its JSON, for which n8n would drop the details; n8n
 * recognises an error item by these keys (n8n-core, handleNodeErrorOutput).
 */
function errorItem(context: IExecuteFunctions, { index, error, who }: Failed): INodeExecutionData {
	const { message } = toNodeError(context.getNode(), error, { itemIndex: index });
	const details: IDataObject = {};
	if (error instanceof ServiceError) {
		if (error.status !== undefined) details.httpStatus = error.status;
		if (error.code !== undefined) details.code = error.code;
		const messages = error.details.slice(0, LIMITS.linesInDescription);
		if (messages.length > 0) details.messages = messages;
		// What became of a read that failed is no question: it changed nothing.
		if (error.outcome !== 'unknown' || error.isInDoubt) details.outcome = error.outcome;
	}
	if (hasContent(who)) Object.assign(details, { item: index, record: who });
	// n8n itself puts the input beside what goes to an error output, and knows such items by their keys.
	const beside = context.getNode().onError === 'continueErrorOutput' ? {} : who;
	return {
		json: { ...beside, error: message, ...(hasContent(details) && { details }) },
		pairedItem: { item: index },
	};
}

function* outputItems(
	context: IExecuteFunctions,
	results: readonly ItemResult[],
): Generator<INodeExecutionData> {
	for (const result of results) {
		if (isFailure(result)) {
			yield errorItem(context, result);
			continue;
		}
		for (const [at, json] of result.records.entries()) {
			const binary = result.files?.[at];
			yield { json, ...(binary && { binary }), pairedItem: { item: result.index } };
		}
	}
}

/**
 * Carries out the chosen operation for all input items.
 * @returns one output whose every item, errors included, is paired with its input item.
 * @throws NodeApiError or NodeOperationError at the first failure, unless Continue On Fail is on.
 */
export async function execute(
	context: IExecuteFunctions,
	resources: ReadonlyArray<Resource<Offered>>,
): Promise<INodeExecutionData[][]> {
	let results: ItemResult[];
	let operation: Loaded;
	const host = hostOf(context);
	try {
		const found = chosen(context, resources);
		operation = { ...found.operation, ...(await found.operation.load()) };
		const kind = context.getNodeParameter('authentication', 0) as CredentialKind;
		const client = await clientFor(context, kind, found);
		const sources = sourcesOf(client, async () => await connectToV1(context, kind));
		const items = itemsOf(context, client, operation);
		const isPlan = readOnce(dryRunControls, items)?.dryRun ?? false;
		const run: Run = {
			...host,
			isPlan,
			continueOnFail: host.continueOnFail || isPlan,
			client,
			items,
			splitting: new SplittingBudget(),
			outputFields: new OutputFieldCheck(),
			customs: new CustomsLookup(sources, (message) => host.hint(message)),
			beside: async () => (kind === 'v1ApiKey' ? undefined : await connectToV1(context, kind)),
		};
		results = isFromFile(operation.form, items[0])
			? await importFiles(run, operation, sources)
			: await resultsOf({ ...run, items: await resolver(operation, sources)(run) }, operation);
		const outcomes = new RowResults(run, operation, '');
		if (operation.writes && results.length > 1) for (const each of results) outcomes.count(each);
		const where = isPlan ? 'problems, and nothing was written' : 'error';
		outcomes.tell(`${many(results.length)} items`, `each of these says why under ${where}`);
		if (isPlan) results = results.map(withProblems);
		else if (operation.writes) logIfCancelled(context, results);
		const misspelt = run.outputFields.message;
		if (misspelt !== undefined) run.hint(misspelt);
		if (isRepeated(context, operation)) run.hint(REPEATS, 'warning');
	} catch (error) {
		if (!host.continueOnFail) throw toNodeError(context.getNode(), error, { itemIndex: 0 });
		return [context.getInputData().map((_, index) => errorItem(context, { index, error }))];
	}
	const failure = endOf(results);
	if (failure && !host.continueOnFail) {
		const isAlone = failure.who === undefined || context.getInputData().length === 1;
		const error = isAlone ? failure.error : ofItsRows(failure, results);
		const nodeError = toNodeError(context.getNode(), error, { itemIndex: blamed(failure) });
		const before = operation.writes ? doneBefore(results, failure) : undefined;
		const done = [failure.advice, before].filter(Boolean).join(' ');
		const repeated = done && isRepeated(context, operation) ? REPEATS : undefined;
		if (done) {
			nodeError.description = [nodeError.description, done, repeated].filter(Boolean).join('\n');
		}
		throw nodeError;
	}
	const output = Array.from(outputItems(context, results));
	return [host.forAgent ? agentAnswer(output, operation, host.hints) : output];
}
