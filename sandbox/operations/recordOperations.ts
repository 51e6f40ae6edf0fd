import type { TProperties } from '@sinclair/typebox';
import type { Timed } from '../domain/properties/property';
import { get, getMany, search, type ListOptions, type SearchOptions } from './reads';
import type { Resource } from './resource';
import {
	create,
	createMany,
	remove,
	update,
	type BulkCreateOptions,
	type CreateOptions,
	type UpdateOptions,
} from './writes';

/** The operations that are the same for every kind of record, each with what differs. */
export function operationsOn<Row extends Timed>(resource: Resource<Row>) {
	return {
		getMany: (options: ListOptions) => getMany(resource, options),
		search: (options: SearchOptions) => search(resource, options),
		create: (options: CreateOptions<Row> = {}) => create(resource, options),
		get: (query: TProperties = {}) => get(resource, query),
		update: (options: UpdateOptions = {}) => update(resource, options),
		delete: (query: TProperties = {}) => remove(resource, query),
		createMany: (options: BulkCreateOptions<Row> = {}) => createMany(resource, options),
	};
}
