/** The parameters of a run's items, without asking n8n more often than it takes. */
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Item } from '../../fields';
import { Parameter, type Source } from './parameter';

type Context = Source['context'] & Pick<IExecuteFunctions, 'getNode' | 'getInputData'>;

/**
 * @returns a reader for each item, by its index, that reads each parameter once; `undefined` is what
 * the form does not have.
 */
export function parametersOf(context: Context): (index: number) => Item['get'] {
	const entered = context.getNode().parameters;
	const items = context.getInputData();
	const source: Source = { context, json: (index) => items[index]?.json ?? {} };
	const parameters = new Map<string, Parameter>();
	const parameterOf = (name: string) => {
		const known = parameters.get(name) ?? new Parameter(source, name, entered[name]);
		parameters.set(name, known);
		return known;
	};
	return (index) => {
		const known = new Map<string, unknown>();
		return (name) => {
			if (known.has(name)) return known.get(name);
			if (!(name in entered)) return undefined;
			const parameter = parameterOf(name);
			const value = parameter.get(index);
			if (!parameter.isFixed) known.set(name, value);
			return value;
		};
	};
}
