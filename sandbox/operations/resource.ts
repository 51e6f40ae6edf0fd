import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { integer } from '../contract/schemas';
import type { CustomsForm } from '../domain/records/customs';
import type { ReadOptions } from '../domain/records/customer/read';
import { readableRecord, type RecordKind } from '../domain/records/kind';
import type { Timed } from '../domain/store/rows';
import type { Asked, Idiom } from './idiom';
import type { Call } from './operation';

/** A kind of record in one version of the interface: what its operations have in common. */
export interface Resource<Row extends Timed> {
	idiom: Idiom;
	kind: RecordKind<Row>;
	path: string;
	/** The property that holds several of them in a request or a response. */
	plural: string;
	/** Path parameters before the record's id. */
	owner?: TProperties;
	/** The record in responses. */
	shape: TSchema;
	/** The path's record, where more than its id decides whether there is one. */
	found?(call: Call<{ id: number }>): Row;
	/** Whether a found record is written here too; NOT_FOUND for others. */
	isWritable?: (row: Row) => boolean;
	read(call: Call, rows: Row[], asked: Asked, form?: CustomsForm['form']): unknown[];
}

/** How records are read: with the custom values in that form, and what the request asks for. */
export const readOptions = (
	{ time, itemKeysOnContactsAndActions }: Idiom,
	asked: Asked,
	form: CustomsForm['form'] = 'full',
): ReadOptions => ({
	time,
	customs: {
		...{ form, itemKeysOnContactsAndActions },
		keyed: String(asked.itemKeyAsPropertyKey) === 'true',
	},
	relatedObjects: asked.include_related_objects === 1,
});

/** The path parameters of a single record. */
export const single = <Row extends Timed>({ owner }: Resource<Row>) =>
	Type.Object({ ...owner, id: integer });

/** The path's record, if the caller may read it. */
export const found = <Row extends Timed>(
	resource: Resource<Row>,
	call: Call<{ id: number }>,
): Row => resource.found?.(call) ?? readableRecord(call, resource.kind, call.params.id);
