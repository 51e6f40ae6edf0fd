import { Type, type TProperties } from '@sinclair/typebox';
import { integer } from '../contract/schemas';
import type { Timed } from '../domain/properties/property';
import type { CustomsForm } from '../domain/records/customs';
import { readableRecord, type RecordKind } from '../domain/records/kind';
import { readRecords, type ReadOptions } from '../domain/records/reading';
import type { Asked, Idiom } from './idiom';
import type { Call } from './operation';

/** A kind of record in one version of the interface: what its operations have in common. */
export interface Resource<Row extends Timed> {
	idiom: Idiom;
	kind: RecordKind<Row>;
	path: string;
	/** Path parameters before the record's id. */
	owner?: TProperties;
	/** The path's record, where more than its id decides whether there is one. */
	found?(call: Call<{ id: number }>): Row;
	/** Whether a found record is written here too; NOT_FOUND for others. */
	isWritable?: (row: Row) => boolean;
	/** How records are read, where that is not as every version reads its records. */
	read?: (call: Call, rows: Row[], asked: Asked) => unknown[];
	/** What is special about reading them. */
	readOptions?(call: Call): Partial<ReadOptions>;
}

/** How a version reads records: with the custom values in that form, and what the request asks for. */
export const readOptions = (
	{ version, time, itemKeysOnContactsAndActions }: Idiom,
	asked: Asked,
	form: CustomsForm['form'] = 'full',
): ReadOptions => ({
	...{ version, time },
	customs: {
		...{ form, itemKeysOnContactsAndActions },
		keyed: String(asked.itemKeyAsPropertyKey) === 'true',
	},
	relatedObjects: asked.include_related_objects === 1,
	files: String(asked.include_files) === '1',
});

/** The records of a response; contacts have a form of custom values of their own (v2 §2.7). */
export function shown<Row extends Timed>(
	{ idiom, kind, read, ...resource }: Resource<Row>,
	call: Call,
	rows: Row[],
	asked: Asked,
): unknown[] {
	if (read) return read(call, rows, asked);
	const hasOwn = kind.name === 'contact' || kind.plural === 'actions';
	const options = readOptions(idiom, asked, hasOwn ? idiom.contactCustoms : asked.customs);
	return readRecords(call, kind, rows, { ...options, ...resource.readOptions?.(call) });
}

/** The path parameters of a single record. */
export const single = <Row extends Timed>({ owner }: Resource<Row>) =>
	Type.Object({ ...owner, id: integer });

/** The path's record, if the caller may read it. */
export const found = <Row extends Timed>(
	resource: Resource<Row>,
	call: Call<{ id: number }>,
): Row => resource.found?.(call) ?? readableRecord(call, resource.kind, call.params.id);

export const schemasOf = <Row extends Timed>({ kind, idiom }: Resource<Row>) =>
	kind.schemas(idiom.version);
