/** `_event.changes` on n8n's engine: every watched record × a field of its own and a custom one, in both interfaces. */
import type { IDataObject } from 'n8n-workflow';
import {
	records,
	startTriggerFixture,
	type Emitted,
	type TriggerFixture,
} from '../support/triggerFixture';
import { WATCHED } from './support/watchedRecords';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

/** A field to watch: how two values of it are written, where it is found, how a person reads it. */
interface Kind {
	readonly write: (value: 1 | 2) => IDataObject;
	readonly pathIn: (record: IDataObject) => string;
	readonly shown: (record: IDataObject) => unknown;
}

/** Version 1 lists neither (v1 §4). */
const NOT_IN_V1 = ['contactAction', 'customObject'];
const CELLS = Object.keys(WATCHED).flatMap((id): Array<[string, string]> => [
	[id, 'personalToken'],
	...(NOT_IN_V1.includes(id) ? [] : [[id, 'v1ApiKey'] as [string, string]]),
]);

test.each(CELLS)('%s with %s says what changed, and nothing else', async (id, authentication) => {
	const { standard, custom, row, parameters } = WATCHED[id]!;
	const kinds: Record<string, Kind> = {
		standard: {
			...standard,
			shown: (record) => record[standard.pathIn(record)],
		},
		custom: {
			...custom,
			shown: () => {
				const [written] = Object.values(custom.write(isSecond ? 2 : 1));
				return Array.isArray(written) ? (written[0] as IDataObject).value : written;
			},
		},
	};
	let isSecond = false;
	const write = async (value: 1 | 2, names: string[], of?: number) => {
		// The custom values that are not written keep theirs.
		const forms = names.map((name) => kinds[name]!.write(value));
		const joined: IDataObject = {};
		for (const [key, given] of forms.flatMap((form) => Object.entries(form))) {
			const before = joined[key];
			joined[key] =
				Array.isArray(before) && Array.isArray(given) ? ([...before, ...given] as never) : given;
		}
		const [written] = await fixture.write(id, [{ ...row, ...joined, ...(of && { id: of }) }]);
		await fixture.settle();
		return written!;
	};
	const names = Object.keys(kinds);
	const of = await write(1, names);
	const watching = (options: IDataObject) =>
		fixture.watch({
			parameters: { resource: id, authentication, event: 'updated', ...parameters, options },
		});
	const shown = records(await watching({}).manualTest());
	const before: Emitted = shown.find((each) => each.id === of)!;
	const paths = names.map((name) => kinds[name]!.pathIn(before));
	const first = Object.fromEntries(names.map((name) => [name, kinds[name]!.shown(before)]));
	const trigger = watching({ fieldsToWatch: paths.join(', ') });
	expect(await trigger.activate()).toBeNull();

	isSecond = true;
	const told: IDataObject = {};
	for (const [at, name] of names.entries()) {
		await write(2, [name], of);
		const [after, ...others] = records(await trigger.poll());
		expect(others).toEqual([]);
		const to = kinds[name]!.shown(after!);
		const from = first[name];
		expect(from).not.toEqual(to);
		expect(after!._event.changes).toEqual({ [paths[at]!]: { from, to } });
		told[paths[at]!] = { from: to, to: from };
	}
	await write(1, names, of);
	const [after] = records(await trigger.poll());
	expect(after!._event).toMatchObject({ type: 'updated', resource: id });
	expect(after!._event.changes).toEqual(told);
});

test('what was learned at publishing is exact after a restart on both of n8n’s engines', async () => {
	for (const engine of ['default', 'durable'] as const) {
		const [id = 0] = await fixture.write('deal', [{ name: 'Watched', amount: 1 }]);
		await fixture.pass({ minutes: 30 });
		const trigger = fixture.watch({
			engine,
			parameters: { event: 'updated', options: { fieldsToWatch: 'amount' } },
		});
		await trigger.activate();
		for (const amount of [2, 3]) {
			await fixture.write('deal', [{ id, amount }]);
			await fixture.settle();
			const [told] = records(await trigger.poll());
			expect(told?._event.changes).toEqual({ amount: { from: amount - 1, to: amount } });
			trigger.restart();
			expect(await trigger.activate('init')).toBeNull();
		}
	}
});
