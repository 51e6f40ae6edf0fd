/** `_event.changes` on n8n's engine: every watched record × a field of each kind, in both interfaces. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../nodes/SalesManagement/api/routes';
import { WATCHED_RECORDS } from '../../nodes/SalesManagement/trigger/watched';
import { textOf } from '../../nodes/SalesManagement/values';
import {
	records,
	startTriggerFixture,
	type Emitted,
	type TriggerFixture,
} from './support/triggerFixture';
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

const reference = (field: string, ids: readonly [number, number], writtenAs?: string): Kind => ({
	write: (value) => {
		const id = ids[value - 1];
		return writtenAs === undefined ? { [field]: { id } } : { [writtenAs]: id };
	},
	pathIn: () => field,
	shown: (record) => {
		const { id, name } = record[field] as IDataObject;
		expect(textOf(name)).not.toBe('');
		return { id, name };
	},
});

const plain = (field: string, values: readonly [string, string]): Kind => ({
	write: (value) => ({ [field]: values[value - 1] }),
	pathIn: () => field,
	shown: (record) => record[field],
});

/** A custom field of choices, which all seeded records have under this name. */
const choice = (property: string, itemKey: string): Kind => {
	/** A list may show neither key nor name (v1 §2.3): then only the chosen value tells it. */
	const customIn = (record: IDataObject) =>
		(record[property] as IDataObject[]).find(({ itemKey: key, name, value }) =>
			key === undefined && name === undefined
				? ['1', '2'].includes(textOf(value))
				: key === itemKey || name === 'Level',
		) ?? {};
	return {
		write: (value) => ({ [property]: [{ itemKey, value }] }),
		pathIn: (record) => {
			const { itemKey: key, ...custom } = customIn(record);
			const itemId = Object.entries(custom).find(([name]) => name.endsWith('CustomItemId'))?.[1];
			return `${property}.${textOf(key ?? itemId)}`;
		},
		shown: (record) => {
			// A label is shown where the service sends one, else the choice's number.
			const { selectedOption, selectedOptions, itemType, value } = customIn(record);
			const [option] = [selectedOption, selectedOptions].flat() as Array<IDataObject | undefined>;
			return option?.label ?? (itemType === undefined ? value : Number(value));
		},
	};
};

const ofAction = {
	reference: reference('pattern', [1, 2]),
	choice: choice('actionCustoms', 'action_single_select'),
};

/** Beside those that every test of watched fields has (`WATCHED`). */
const MORE: Readonly<Record<string, Readonly<Record<'reference' | 'choice', Kind>>>> = {
	deal: {
		reference: reference('phase', [1, 2]),
		choice: choice('dealCustoms', 'deal_single_select'),
	},
	customer: {
		reference: reference('ownerRole', [1, 2], 'ownerRoleId'),
		choice: choice('customerCustoms', 'customer_single_select'),
	},
	contact: {
		reference: reference('customer', [1, 2]),
		choice: choice('contactCustoms', 'contact_single_select'),
	},
	// All of its fields are the administrator's own, and none refers to a record (v2 §2.8).
	customObject: {
		reference: plain('due_date', ['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z']),
		choice: plain('status', ['open', 'closed']),
	},
	customerAction: ofAction,
	contactAction: ofAction,
	// Of the second deal type, as the sandbox's own deal is.
	dealAction: { ...ofAction, reference: reference('purpose', [3, 4]) },
};

const CELLS = WATCHED_RECORDS.flatMap(({ id }) =>
	(['v2', 'v1'] as const)
		.filter((version) => Object.hasOwn(ROUTES[version], `${id}.getMany`))
		.map((version): [string, string] => [id, version === 'v1' ? 'v1ApiKey' : 'personalToken']),
);

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
		...MORE[id],
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
