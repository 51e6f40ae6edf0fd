/** Calls of the node by a language model, with its usual slips, and what must come of each. */
import type { IDataObject } from 'n8n-workflow';

/** The records that the calls are about; ids, where nothing else is said. */
export type World = Readonly<
	Record<
		| ('acme' | 'birch' | 'oldMill' | 'deal' | 'bigDeal' | 'oldDeal' | 'contact')
		| ('customerAction' | 'dealAction' | 'ticket' | 'lonelyUser'),
		number
	>
> & { readonly users: readonly IDataObject[] };

/** A list or object that the model gives as one argument. */
class Whole {
	constructor(readonly value: unknown) {}
}
export const whole = (value: unknown) => new Whole(value) as unknown as IDataObject;
/** A locator, with a value that the model gives. */
export const picked = (value: unknown, mode = 'id'): IDataObject =>
	({ __rl: true, mode, value }) as IDataObject;

/** What the builder of a workflow sets up. */
const FIXED = ['__rl', 'mode', 'mappingMode', 'schema', 'fieldsFrom', 'searchMode'];

/** Parameters as a workflow stores them: each of their values an argument that the model gives. */
export function filledIn(parameters: IDataObject) {
	const args: IDataObject = {};
	const filled = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(filled);
		if (typeof value !== 'object' || value === null || value instanceof Whole) {
			const name = `argument_${Object.keys(args).length}`;
			args[name] = (value instanceof Whole ? value.value : value) as IDataObject;
			return `={{ $fromAI('${name}') }}`;
		}
		const entries = Object.entries(value);
		return Object.fromEntries(
			entries.map(([key, each]) => [key, FIXED.includes(key) ? each : filled(each)]),
		);
	};
	return { parameters: filled(parameters) as IDataObject, args };
}

type Check = (answer: readonly IDataObject[]) => void;
/** A record that is read afterwards, by the id given or that of the answer, and a part of it. */
export type Then = readonly [
	operation: string,
	by: string,
	id: number | undefined,
	holds: IDataObject | 'gone',
	more?: IDataObject,
];
/** Parts of the records of the answer, all of them and in order, or what must be true of it. */
type Asked = readonly [parameters: IDataObject, answer?: IDataObject[] | Check, then?: Then];
export type ToolCall = readonly [says: string, operation: string, ask: (world: World) => Asked];

export const part = (record: IDataObject) =>
	expect.objectContaining(record) as unknown as IDataObject;
export const named = (name: string) => part({ name });
export const withId = (id: unknown) => part({ id: id as number });
