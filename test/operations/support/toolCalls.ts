/**
 * Calls of the node by a language model, with its usual slips, and what must come of each, are in `tools.json`: what
 * nobody but a model may do is to leave empty what it does not know. All else is read as from anybody.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Names } from '../../support/written';

/** The records that the calls are about, which are in `toolWorld.json`: the ID of each. */
export interface World extends Names {
	readonly users: readonly IDataObject[];
}

/** A list or object that the model gives as one argument. */
class Whole {
	constructor(readonly value: unknown) {}
}
const whole = (value: unknown) => new Whole(value) as unknown as IDataObject;
/** A locator, with a value that the model gives. */
const picked = (value: unknown, mode = 'id'): IDataObject =>
	({ __rl: true, mode, value }) as IDataObject;

/** What the builder of a workflow sets up. */
const FIXED = ['__rl', 'mode', 'mappingMode', 'schema', 'fieldsFrom'];

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

/** A call of `tools.json`: parts of the records of the answer, all of them and in order, and of one that is read then. */
export interface ToolCall {
	readonly says: string;
	readonly operation: string;
	readonly parameters: IDataObject;
	readonly answer?: readonly IDataObject[];
	readonly after?: {
		readonly read: string;
		readonly by: string;
		/** That of the answer, unless it is given. */
		readonly id?: number;
		readonly holds: IDataObject;
		readonly more?: IDataObject;
	};
}

/** What a new deal needs, by names. */
const dealBy = (parts: IDataObject): IDataObject => ({
	expectedContractDate: '2027-01-31',
	customer: picked('Acme Works'),
	dealType: 'new business',
	phase: 'proposal',
	product: 'Starter plan',
	probability: 'B (50%)',
	channel: 'website',
	...parts,
});

/** The mapper as the editor saves it in the node: columns of these types, some with choices. */
const columns = (
	types: Readonly<
		Record<string, string | readonly [label: string, type: string, ...choices: string[]]>
	>,
	value: IDataObject,
): IDataObject => ({
	mappingMode: 'defineBelow',
	value,
	schema: Object.entries(types).map(([id, of]) => {
		const [displayName, type, ...choices] = typeof of === 'string' ? [id, of] : of;
		return {
			id,
			displayName,
			type,
			required: false,
			defaultMatch: false,
			display: true,
			...(choices.length > 0 && {
				options: choices.map((name, at) => ({ name, value: at + 1 })),
			}),
		};
	}),
});

/** What the calls can name. */
export function namesOf({ users, ...ids }: World): Names {
	const people = users.slice(0, 2).flatMap(({ id, name, email }, at) => [
		[`user${at}Id`, id],
		[`user${at}Name`, name],
		[`user${at}Email`, email],
	]);
	return {
		...{ ...ids, ...(Object.fromEntries(people) as Names), dealText: String(ids.deal) },
		lonelyEmail: users.find(({ id }) => id === ids.lonelyUser)?.email,
		$whole: whole,
		$picked: ([value, mode]: [unknown, string?]) => picked(value, mode),
		$deal: dealBy,
		$columns: ([types, value]: Parameters<typeof columns>) => columns(types, value),
	};
}
