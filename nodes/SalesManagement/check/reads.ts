/** Every read of the service, in an order in which each finds the IDs that it needs. */
import type { IDataObject } from 'n8n-workflow';
import { problemInPath } from '../api/routes/route';
import type { OperationId } from '../api/routes/routes';
import type { ServiceRequest } from '../api/routes/types';
import { composite } from '../lookups/search/filter';
import { objectsAt, textOf, valuesAt } from '../shared';

/** One way to ask a read, and the record that it is asked of, if any. */
export interface Ask extends Omit<ServiceRequest, 'operation'> {
	readonly record?: IDataObject;
}

/** The records that an operation has shown. */
export type Shown = (operation: OperationId) => readonly IDataObject[];

export interface Read {
	readonly operation: OperationId;
	/** How to ask it, once for each record that it can be asked of; none where there is none. */
	readonly asks: (shown: Shown, objectKey?: string) => readonly Ask[];
}

const plain = (operation: OperationId, path?: Ask['path']): Read => ({
	operation,
	asks: () => [{ path }],
});

type Path = Readonly<Record<string, unknown>>;

const isWhole = (path: Path): path is Record<string, string | number> =>
	Object.values(path).every(
		(part) => typeof part === 'number' || problemInPath(textOf(part)) === undefined,
	);

/**
 * One read for each record of a list, with the path that its properties give.
 * @param within where the records are in what the list shows.
 */
const ofEach = (
	operation: OperationId,
	from: OperationId,
	pathOf: (record: IDataObject, objectKey?: string) => Path = ({ id }) => ({ id }),
	within = '',
): Read => ({
	operation,
	asks: (shown, objectKey) =>
		shown(from)
			.flatMap((each) => objectsAt(each, within))
			.flatMap((record) => {
				const path = pathOf(record, objectKey);
				return isWhole(path) ? [{ record, path }] : [];
			}),
});

const byId = (resource: 'customer' | 'deal' | 'contact' | 'dealAction') =>
	ofEach(`${resource}.get`, `${resource}.getMany`);

/** Lists come newest first: the last one is the likeliest to be in the index of searches (v2 §4.4). */
const byName = (resource: 'customer' | 'deal' | 'contact'): Read => ({
	operation: `${resource}.search`,
	asks: (shown) =>
		shown(`${resource}.getMany`)
			.filter(({ name }) => typeof name === 'string' && name.trim() !== '')
			.slice(-1)
			.map((record) => {
				const value = { stringValue: record.name };
				// v1 §4, search body.
				const valueFilter = { field: { name: 'name' }, comparisonOperator: '=', value };
				return { record, body: { filter: composite('AND', [{ valueFilter }]) } };
			}),
});

const actionsOf = (resource: 'customer' | 'contact'): Read[] => {
	const list: OperationId = `${resource}Action.getMany`;
	const owner = `${resource}Id`;
	return [
		plain(list, { [owner]: 'all' }),
		ofEach(`${resource}Action.get`, list, (action) => ({
			[owner]: valuesAt(action, `${resource}.id`)[0],
			id: action.id,
		})),
	];
};

export const READS: readonly Read[] = [
	// The documents show its address, so that it tells the most of the base address.
	plain('customer.getMany'),
	plain('role.getMany'),
	plain('user.getMany'),
	plain('userGroup.getMany'),
	plain('user.getCurrent'),
	byId('customer'),
	byName('customer'),
	plain('deal.getMany'),
	byId('deal'),
	byName('deal'),
	ofEach('dealContact.getMany', 'deal.getMany', ({ id }) => ({ dealId: id })),
	plain('contact.getMany'),
	byId('contact'),
	byName('contact'),
	plain('dealAction.getMany'),
	byId('dealAction'),
	...actionsOf('customer'),
	...actionsOf('contact'),
	{
		operation: 'customObject.getMany',
		asks: (_, customObjectDefKey) => {
			const path = { customObjectDefKey };
			return isWhole(path) ? [{ path }] : [];
		},
	},
	ofEach('customObject.get', 'customObject.getMany', ({ id }, objectKey) => ({
		customObjectDefKey: objectKey,
		id,
	})),
	plain('domainSetting.get'),
	ofEach('dealType.get', 'domainSetting.get', undefined, 'dealTypes'),
	plain('customerField.getMany'),
	plain('contactField.getMany'),
	plain('actionField.getMany'),
	ofEach('actionField.getLabels', 'actionField.getMany', (field) => ({
		// Only what is chosen from a list has labels.
		itemKey: /select/.test(textOf(field.itemType)) ? field.itemKey : undefined,
	})),
	plain('productDetail.getMany'),
	plain('productDetail.getFields'),
];
