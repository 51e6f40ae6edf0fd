import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../../values';
import { filledTemplate, templateIn, type Template } from './reference';

/** What n8n knows of the node and its items. */
export interface Source {
	readonly context: Pick<IExecuteFunctions, 'getNodeParameter' | 'evaluateExpression'>;
	/** The data of an item, by its index. */
	json(index: number): IDataObject;
}

/** Makes a value anew for each item, since nobody promises not to change it. */
type Make = (index: number) => unknown;

/** What n8n makes of one expression, for one item. */
type Evaluate = (text: string, index: number) => unknown;

/**
 * One parameter of the form as each item has it, equal to what n8n's `getNodeParameter` gives.
 * What has no expression is read from the form, a plain reference from the item, and n8n evaluates
 * the rest.
 */
export class Parameter {
	/** Whether it is the same for all items, and nobody can change it. */
	readonly isFixed: boolean;
	/** Whether n8n is asked for it as a whole. */
	private isWhole: boolean;
	private readonly make: Make;

	/** @param raw the parameter as it stands in the form. */
	constructor(
		private readonly source: Source,
		private readonly name: string,
		raw: unknown,
	) {
		const evaluate: Evaluate = isExpression(raw)
			? (_, index) => this.whole(index)
			: (text, index) => this.part(text, index);
		const known = new Made(source, evaluate);
		this.make = known.of(raw);
		this.isFixed = typeof raw !== 'object' && !isExpression(raw) && raw !== undefined;
		this.isWhole = raw === undefined || known.needsWhole;
	}

	/** @throws what n8n throws where an expression fails. */
	get(index: number): unknown {
		if (this.isWhole) return this.whole(index);
		try {
			return this.make(index);
		} catch {
			// n8n says of the whole parameter what failed in it.
			return this.whole(index);
		}
	}

	private whole(index: number): unknown {
		return this.source.context.getNodeParameter(this.name, index);
	}

	/** n8n turns dates inside a parameter into text, so it is left to it once there are objects. */
	private part(text: string, index: number): unknown {
		const value: unknown = this.source.context.evaluateExpression(text.slice(1), index);
		if (typeof value !== 'object' || value === null) return value;
		this.isWhole = true;
		throw new Error('An object, for n8n to convert.');
	}
}

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** Alone, an expression can't see its neighbours: `$parameter["&name"]`, however it is spelt. */
const MAY_NAME_NEIGHBOURS = /[&\\]/;

/** Makes the value of a parameter out of its parts. */
class Made {
	needsWhole = false;

	constructor(
		private readonly source: Source,
		private readonly evaluate: Evaluate,
	) {}

	of(raw: unknown): Make {
		if (isExpression(raw)) return this.ofExpression(raw);
		if (Array.isArray(raw)) {
			const entries = raw.map((each) => this.of(each));
			return (index) => entries.map((make) => make(index));
		}
		return isObject(raw) ? this.ofObject(raw) : () => raw;
	}

	private ofExpression(text: string): Make {
		const template = templateIn(text);
		if (template) {
			const reference = new Reference(text, template, this.source, this.evaluate);
			return (index) => reference.get(index);
		}
		this.needsWhole ||= MAY_NAME_NEIGHBOURS.test(text);
		return (index) => this.evaluate(text, index);
	}

	private ofObject(raw: IDataObject): Make {
		// The columns that the editor saved are many, and only looked at.
		const isShared = (name: string) =>
			name === 'schema' && 'mappingMode' in raw && !hasExpression(raw.schema);
		const entries = Object.entries(raw).map(([name, value]): [string, Make] => {
			if (!isShared(name)) return [name, this.of(value)];
			const frozen = deepFrozen(value);
			return [name, () => frozen];
		});
		return (index) => {
			const made: IDataObject = {};
			for (const [name, make] of entries) made[name] = make(index) as IDataObject[string];
			return made;
		};
	}
}

const hasExpression = (value: unknown): boolean =>
	isExpression(value) ||
	(typeof value === 'object' && value !== null && Object.values(value).some(hasExpression));

function deepFrozen<Value>(value: Value): Value {
	if (typeof value === 'object' && value !== null) {
		Object.values(value).forEach(deepFrozen);
		Object.freeze(value);
	}
	return value;
}

/**
 * Plain references. What n8n makes of its text does not depend on the item, so that n8n's own answer
 * to the first value of each kind proves that of the others, or that n8n must be asked for all.
 */
class Reference {
	private readonly proven = new Set<string>();
	private isRefuted = false;

	constructor(
		private readonly text: string,
		private readonly template: Template,
		private readonly source: Source,
		private readonly evaluate: Evaluate,
	) {}

	get(index: number): unknown {
		const own = this.isRefuted ? undefined : filledTemplate(this.source.json(index), this.template);
		if (own && this.proven.has(own.kind)) return own.value;
		const given = this.evaluate(this.text, index);
		if (!own) return given;
		if (Object.is(given, own.value)) this.proven.add(own.kind);
		else this.isRefuted = true;
		return given;
	}
}
