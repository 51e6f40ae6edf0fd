import { isOperationId, type ResourceId } from '../api/routes';
import usual from './data/usual.json';
import { EVENTS } from './events';
import { fieldOf, named, partsOf, type Data } from './fieldsFromData';
import type { OperationSpec, RecordDescription, Watch } from './record';

/** Makes records of their data: the files in `data/`. */

/** The data of a record, of which some is still to be read; parts that are left out are as in `usual.json`. */
interface Given extends Partial<Omit<RecordDescription, 'key' | 'watch' | 'operations'>> {
	readonly name: string;
	readonly key?: Data;
	readonly watch?: Data & { readonly events?: readonly string[] };
	readonly operations?: Readonly<Record<string, Data>>;
}

/** The texts of the usual operations in the form. */
const USUAL: Readonly<Record<string, { readonly action: string }>> = usual.operations;

/** The operations of a record: the usual ones that the service has for it, and those that its data name. */
function operationsOf(
	{ id, one, many }: Pick<RecordDescription, 'id' | 'one' | 'many'>,
	given: Readonly<Record<string, Data>> = {},
): OperationSpec[] {
	const offered = Object.keys(USUAL).filter((operation) => isOperationId(`${id}.${operation}`));
	return [...new Set([...offered, ...Object.keys(given)])].map((operation) => {
		const texts = USUAL[operation];
		// Create or Update is offered wherever there is a Create, the first of its two requests.
		const route = `${id}.${operation === 'createOrUpdate' ? 'create' : operation}`;
		const action = texts?.action.replace('{one}', one).replace('{many}', many);
		const parts = partsOf(given[operation] ?? {});
		return { kind: operation, ...texts, action, ...parts, id: operation, route } as OperationSpec;
	});
}

/** Makes a record of its data; parts that are left out are as in `usual.json`. */
export function recordFrom(id: ResourceId, data: Data): RecordDescription {
	const { key, watch, operations, ...rest } = partsOf(data) as unknown as Given;
	const { name, parentParams = [], one = name.toLowerCase(), many = `${one}s` } = rest;
	const names = { id, one, many };
	return {
		listParentParams: parentParams,
		...usual.record,
		...rest,
		...names,
		parentParams,
		key: key && { ...fieldOf(key), key: 'id', shownAs: 'id' },
		...(watch && {
			watch: {
				...usual.watch,
				sample: { name: `Sample ${one}` },
				...(partsOf(watch) as Partial<Watch>),
				events: (watch.events ?? []).map((event) => named(EVENTS, event)),
			},
		}),
		operations: operationsOf(names, operations),
	};
}
