/** Every read of the service, in an order in which each one finds the IDs that it needs. */
import type { IDataObject } from 'n8n-workflow';
import { problemInPath, type OperationId, type ServiceRequest } from '../api/routes';
import { composite } from '../lookups/search/filter';
import { objectsAt, textOf, valuesAt } from '../shared';

/** One request for a read, and the record that it asks for, if any. */
export interface Ask extends Omit<ServiceRequest, 'operation'> {
	readonly record?: IDataObject;
}

/** Gives the records that an earlier read returned. */
type ShownRecords = (operation: OperationId) => readonly IDataObject[];

/** A read of the service, and the requests with which it is tried. */
export interface AccountRead {
	readonly operation: OperationId;
	/** The requests, one for each record that the read can be tried with; none without such a record. */
	readonly asks: (shown: ShownRecords, objectKey?: string) => readonly Ask[];
}

const plain = (operation: OperationId, path?: Ask['path']): AccountRead => ({
	operation,
	asks: () => [{ path }],
});

type Path = Readonly<Record<string, unknown>>;

const isWhole = (path: Path): path is Record<string, string | number> =>
	Object.values(path).every(
		(part) => typeof part === 'number' || problemInPath(textOf(part)) === undefined,
	);

/**
 * A read with one request for each record of a list; its path comes from the record's properties.
 * @param within the path in the listed records at which the records are; empty for the listed ones
 * themselves.
 */
const ofEach = (
	operation: OperationId,
	from: OperationId,
	pathOf: (record: IDataObject, objectKey?: string) => Path = ({ id }) => ({ id }),
	within = '',
): AccountRead => ({
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

/**
 * A search by name. Lists come newest first, so the last record is the likeliest to be in the search index
 * (v2 §4.4).
 */
const byName = (resource: 'customer' | 'deal' | 'contact'): AccountRead => ({
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

const actionsOf = (resource: 'customer' | 'contact'): AccountRead[] => {
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

export const READS: readonly AccountRead[] = [
	// The documents show this address, so it says the most about the base address.
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
		// Only fields with choices have labels.
		itemKey: /select/.test(textOf(field.itemType)) ? field.itemKey : undefined,
	})),
	plain('productDetail.getMany'),
	plain('productDetail.getFields'),
];
