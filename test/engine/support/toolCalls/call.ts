/** A call of the node by a language model, through n8n's node-as-tool: what is fixed, what the model gives. */
import type { IDataObject } from 'n8n-workflow';

/** The records that the calls are about; ids, where nothing else is said. */
export interface World {
	readonly users: readonly IDataObject[];
	readonly acme: number;
	readonly birch: number;
	readonly oldMill: number;
	readonly deal: number;
	readonly bigDeal: number;
	readonly oldDeal: number;
	readonly contact: number;
	readonly customerAction: number;
	readonly dealAction: number;
	readonly ticket: number;
	readonly lonelyUser: number;
}

/** What stands in a parameter for an argument of the model. */
class Argument {
	constructor(readonly value: unknown) {}
}

/** An argument that the model gives: `$fromAI` in an expression. */
export const ai = (value: unknown): IDataObject => new Argument(value) as unknown as IDataObject;

/** The same inside a locator, as the editor's button makes it. */
export const picked = (value: unknown, mode = 'id'): IDataObject => ({
	__rl: true,
	mode,
	value: ai(value),
});

/** What the builder of the workflow has set up, and the model filled in. */
export interface Asked {
	readonly parameters: IDataObject;
	/** What the answer must hold, each entry a part of a record; in this order, and no more. */
	readonly answer?: readonly IDataObject[];
	/** What must be true of the answer besides. */
	readonly check?: (answer: readonly IDataObject[]) => void;
	/** What can be read afterwards: by the id given, or that of the answer. */
	readonly then?: Reading;
	/** What can't be found afterwards. */
	readonly gone?: Reading;
}

/** A read of one record by a user of the editor. */
export interface Reading {
	readonly operation: string;
	/** The parameter that takes its id. */
	readonly by: string;
	readonly id?: number;
	readonly more?: IDataObject;
	/** A part of what the service returns. */
	readonly holds?: IDataObject;
}

/** In words, the operation, and the call. */
export type ToolCall = readonly [says: string, operation: string, (world: World) => Asked];

/** Parameters as a workflow stores them, and the arguments of the call by their names. */
export function filledIn(parameters: IDataObject): {
	readonly parameters: IDataObject;
	readonly args: IDataObject;
} {
	const args: IDataObject = {};
	const filled = (value: unknown): unknown => {
		if (value instanceof Argument) {
			const name = `argument_${Object.keys(args).length}`;
			args[name] = value.value as IDataObject;
			return `={{ $fromAI('${name}') }}`;
		}
		if (Array.isArray(value)) return value.map(filled);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each)]));
	};
	return { parameters: filled(parameters) as IDataObject, args };
}
