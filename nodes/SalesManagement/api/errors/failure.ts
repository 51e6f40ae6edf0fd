/** Why something failed, in the terms by which n8n decides when to poll again and whom to tell. */
import { ExpressionError, NodeOperationError, type Failure } from 'n8n-workflow';

/** Of anything that was thrown: what it declares itself, else by its class. */
export function failureOf(error: unknown): Failure {
	const declared = (error as { failure?: Failure } | undefined)?.failure;
	if (declared) return declared;
	const isOneOf = (...classes: ReadonlyArray<new (...given: never[]) => unknown>) =>
		classes.some((each) => error instanceof each);
	// What n8n throws for parameters, expressions and credentials that can't be used.
	if (isOneOf(NodeOperationError, ExpressionError)) return { cause: 'configuration-invalid' };
	// What JavaScript throws by itself: nobody foresaw it.
	const isDefect = isOneOf(TypeError, RangeError, ReferenceError, SyntaxError);
	return { cause: isDefect ? 'node-defect' : 'temporarily-unavailable' };
}
