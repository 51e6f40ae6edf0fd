/** Whether parameters are what n8n makes of them, for whichever of its engines is on. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ExecuteContext } from 'n8n-core';
import { parametersOf } from '../../../../nodes/SalesManagement/operations/parameters';
import {
	pathIn,
	UNSURE,
	valueAt,
} from '../../../../nodes/SalesManagement/operations/parameters/reference';
import { contextOf } from './host';
import { items, parameters, text } from './drawn';

/** Of how many values the short way gave, which must be many for the rest to mean anything. */
export interface Counts {
	cases: number;
	short: number;
	long: number;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

function outcome(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (error) {
		const { name, message, description, context } = error as Error & Record<string, unknown>;
		return { error: { name, message, description, context } };
	}
}

function assertEqual(ours: Outcome, n8ns: Outcome): void {
	// To Node two invalid dates are different.
	if (isDeepStrictEqual(ours, n8ns) || fc.stringify(ours) === fc.stringify(n8ns)) return;
	throw new Error(`${fc.stringify(ours)} is not what n8n gives: ${fc.stringify(n8ns)}`);
}

/** Runs where the engine has a runtime for the workflow, if it wants one. */
async function within(context: ExecuteContext, check: () => void): Promise<void> {
	const { expression } = (context as unknown as { workflow: Workflow }).workflow;
	await expression.withIsolate(async () => {
		check();
		await Promise.resolve();
	});
}

interface Workflow {
	readonly expression: { withIsolate(run: () => Promise<void>): Promise<void> };
}

/**
 * What is read from an item, and not asked of n8n, is what n8n would have answered, unless it refuses
 * the text, which one answer of it shows.
 */
export const references = (counts: Counts) =>
	fc.asyncProperty(text, items, async (expression, jsons) => {
		const context = contextOf({ text: expression }, jsons);
		const path = pathIn(expression);
		counts.cases += 1;
		if (!path) return;
		await within(context, () => {
			for (const [index, json] of jsons.entries()) {
				const value = valueAt(json as never, path);
				if (value === UNSURE) continue;
				const n8ns = outcome(() => context.getNodeParameter('text', index));
				if ('error' in n8ns) {
					counts.long += 1;
					continue;
				}
				counts.short += 1;
				assertEqual({ value }, n8ns);
			}
		});
	});

/** n8n turns the dates in an object that an expression gives into text, where they are: in the item. */
function copied(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
	if (Array.isArray(value)) return value.map(copied);
	const copy = {};
	for (const [name, each] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
		Object.defineProperty(copy, name, { ...each, value: copied(each.value) });
	}
	return copy;
}

const isPlain = (value: object): boolean =>
	Array.isArray(value)
		? Object.keys(value).length === value.length
		: Object.getPrototypeOf(value) === Object.prototype &&
			Object.values(Object.getOwnPropertyDescriptors(value)).every((each) => 'value' in each);

/** Every parameter of every item, in whichever shape, errors included. */
export const forms = (counts: Counts) =>
	fc.asyncProperty(parameters, items, async (form, jsons) => {
		const n8n = contextOf(form, jsons.map(copied));
		const names = Object.keys(form);
		const read = (index: number) =>
			names.map((name) => outcome(() => n8n.getNodeParameter(name, index)));
		const n8ns: Outcome[][] = [];
		await within(n8n, () => n8ns.push(...jsons.map((_, index) => read(index))));
		const context = contextOf(form, jsons.map(copied));
		await within(context, () => {
			const readerOf = parametersOf(watching(context, counts));
			for (const [index] of jsons.entries()) {
				const get = readerOf(index);
				for (const [at, name] of names.entries()) {
					counts.cases += 1;
					assertEqual(
						outcome(() => get(name)),
						n8ns[index]?.[at] ?? { value: undefined },
					);
				}
			}
		});
	});

function watching(context: ExecuteContext, counts: Counts): Parameters<typeof parametersOf>[0] {
	const counted =
		<Given extends unknown[], Answer>(run: (...given: Given) => Answer) =>
		(...given: Given): Answer => {
			counts.long += 1;
			return run(...given);
		};
	return {
		getNode: () => context.getNode(),
		getInputData: () => context.getInputData(),
		getNodeParameter: counted(context.getNodeParameter.bind(context)) as never,
		evaluateExpression: counted(context.evaluateExpression.bind(context)),
	};
}
