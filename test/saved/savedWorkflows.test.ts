/** Every build opens what earlier releases saved, and does the same with it (test/saved/README.md). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type IDataObject, type INode } from 'n8n-workflow';
import { missingIn, presentParameters } from './support/parameters';
import { BASE_DIGEST, digestOf, withIds } from './support/placeholders';
import type { SavedOperations, SavedParameters, SavedTrigger } from './support/release';
import { DOCUMENTED } from '../support/documented';
import { credentialsOf, runNode } from '../support/harness';
import { makeWorkflow, type WorkflowJson } from '../support/harnessEngine';
import { startTestSandbox, type TestSandbox } from '../support/testSandbox';
import { exampleNodes } from '../operations/support/exampleNodes';
import { records, startTriggerFixture, type TriggerFixture } from '../support/triggerFixture';
import type { Ids, WireRow } from '../support/wire';
import { startRecorder, type Recorder } from '../support/wire/recorder';
import { freshRecords } from '../support/wire/records';

const DAY = 86_400_000;
const SAVED = __dirname;
const RELEASES = readdirSync(SAVED).filter((name) => /^\d/.test(name));
const textIn = (...path: string[]) => readFileSync(join(SAVED, ...path), 'utf8');

test('a field that a form had and has no more is found, with its form', () => {
	const { node } = presentParameters();
	expect(missingIn(node, node)).toEqual([]);
	const without = node.filter(({ path }) => path !== 'expectedContractDate');
	expect(missingIn(without, node)).toContain('deal.create: expectedContractDate');
});

/** Nothing is published yet; each release adds its folder. */
if (RELEASES.length > 0)
	describe('what users saved is sent and remembered by its addresses', () => {
		describe.each(RELEASES)('saved by %s', (release) => {
			const text = textIn(release, 'operations.json');
			const saved = JSON.parse(text) as SavedOperations;

			describe.each([
				{ version: 'v2', authentication: 'personalToken', operations: saved.v2 },
				{ version: 'v1', authentication: 'v1ApiKey', operations: saved.v1 },
			] as const)('every operation of $version', ({ version, authentication, operations }) => {
				let sandbox: TestSandbox;
				let recorder: Recorder;
				let ids: Ids;
				beforeAll(async () => {
					sandbox = await startTestSandbox({ set: { shortPages: false }, ...DOCUMENTED });
					recorder = await startRecorder(sandbox[version]);
					ids = await freshRecords(sandbox);
				});
				afterAll(async () => {
					await recorder.close();
					await sandbox.close();
				});

				test.each(operations.map((each) => [each.operation, each] as const))(
					'%s',
					async (_, each) => {
						const { operation, parameters, input, request, body } = JSON.parse(
							withIds(JSON.stringify(each), saved.ids, ids),
						) as WireRow;
						const [resource, name] = operation.split('.');
						recorder.requests.length = 0;
						const credentials = credentialsOf(
							{ ...sandbox, [version]: recorder.baseUrl },
							{ requestsPerSecond: 1000 },
						);
						const { error } = await runNode({
							parameters: {
								authentication,
								resource,
								operation: name,
								output: 'raw',
								...parameters,
							},
							...{ credentials, input },
						});
						expect(error?.message).toBeUndefined();
						const sent = recorder.requests.map(({ method, path, query, body: given }) => ({
							...{ request: `${method} ${path}${query && `?${query}`}`, body: given },
						}));
						expect(sent).toEqual([{ request, body }]);
					},
				);
			});

			const triggers = JSON.parse(textIn(release, 'triggers.json')) as SavedTrigger[];

			describe.each(['default', 'durable'] as const)('a trigger on the engine %s', (engine) => {
				let fixture: TriggerFixture;
				// The next day, when deletions are looked for again.
				beforeEach(() => {
					const { now } = Date;
					jest.spyOn(Date, 'now').mockImplementation(() => now() + DAY);
				});
				afterEach(async () => {
					jest.restoreAllMocks();
					await fixture.close();
				});

				test.each(triggers.map((each) => [each.name, each] as const))('%s', async (_, each) => {
					fixture = await startTriggerFixture({ ...DOCUMENTED });
					const authentication = each.parameters.authentication ?? 'personalToken';
					const digest = digestOf(fixture.sandbox[authentication === 'v1ApiKey' ? 'v1' : 'v2']);
					const state = JSON.parse(
						JSON.stringify(each.state).replaceAll(BASE_DIGEST, digest),
					) as IDataObject;
					await fixture.write('deal', each.after);
					const trigger = fixture.watch({
						...{ engine, parameters: each.parameters, saved: { 'node:Trigger': state } },
					});
					const idsOf = (items: Parameters<typeof records>[0]) =>
						records(items).map(({ id }) => id);
					const told = idsOf(await trigger.activate('init'));
					await fixture.settle();
					told.push(...idsOf(await trigger.poll()));
					expect(told).toEqual(each.emits);
				});
			});

			test('every field of every form is there, with its default and its choices', () => {
				const parameters = JSON.parse(textIn(release, 'parameters.json')) as SavedParameters;
				const present = presentParameters();
				for (const node of ['node', 'trigger'] as const) {
					expect(parameters[node].length).toBeGreaterThan(30);
					expect(missingIn(present[node], parameters[node])).toEqual([]);
				}
			});

			test.each(readdirSync(join(SAVED, release, 'workflows')))('%s opens as it was', (file) => {
				const json = JSON.parse(textIn(release, 'workflows', file)) as WorkflowJson;
				const workflow = makeWorkflow(json, {}, exampleNodes());
				for (const { name, type, parameters } of json.nodes) {
					if (!type.includes('sales-management')) continue;
					const node = workflow.nodes[name] as INode;
					const { description } = workflow.nodeTypes.getByNameAndVersion(type, node.typeVersion);
					expect(node.parameters).toMatchObject(withoutOthers(parameters));
					const { properties } = description;
					expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
				}
			});
		});
	});

/** Parameters of the node itself: n8n keeps others beside them. */
function withoutOthers({ ...parameters }: IDataObject): IDataObject {
	for (const name of ['pollTimes', 'descriptionType', 'toolDescription']) delete parameters[name];
	return parameters;
}
