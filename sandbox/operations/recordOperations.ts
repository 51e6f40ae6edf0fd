import type { TProperties, TSchema } from '@sinclair/typebox';
import type { Timed } from '../domain/store/rows';
import { get, getMany, search, type ListGiven, type SearchGiven } from './reads';
import type { Resource } from './resource';
import {
	create,
	createMany,
	remove,
	update,
	type BulkGiven,
	type CreateGiven,
	type UpdateGiven,
} from './writes';

/** The operations that are the same for every kind of record, each with what differs. */
export function operationsOn<Row extends Timed>(given: Resource<Row>) {
	return {
		getMany: (more: ListGiven) => getMany(given, more),
		search: (more: SearchGiven) => search(given, more),
		create: <Body extends TSchema>(more: CreateGiven<Body>) => create(given, more),
		get: (query: TProperties = {}) => get(given, query),
		update: <Body extends TSchema>(more: UpdateGiven<Row, Body>) => update(given, more),
		delete: (query: TProperties = {}) => remove(given, query),
		createMany: <Item extends TSchema>(more: BulkGiven<Item>) => createMany(given, more),
	};
}
