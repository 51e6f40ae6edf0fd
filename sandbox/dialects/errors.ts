import { isObject, type Fields } from './answerChanges';
import { aDeployment, type Answer, type AnswerChange, type Dialect } from './dialect';

/** An error as the documents describe it: `{error}`, `{error, messages}`, with `bulkErrors` in v1. */
interface Failure extends Fields {
	error: string;
	messages?: string[];
}

const isFailure = (body: unknown): body is Failure => isObject(body) && 'error' in body;

/** Makes another body of every error. */
const onErrors =
	(change: (failure: Failure, answer: Answer) => Partial<Answer>): AnswerChange =>
	(answer) =>
		answer.status >= 400 && isFailure(answer.body) ? change(answer.body, answer) : undefined;

const sentence = ({ error, messages = [] }: Failure) => messages.join('; ') || error;

const typed = (type: string, body: string | Fields) => ({
	headers: { 'content-type': type },
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const html = (title: string, text: string) =>
	typed(
		'text/html; charset=utf-8',
		`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${escaped(text)}</p></body></html>`,
	);
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const ofBodies = 'the bodies of errors';

/** Other bodies of errors. */
export const errorDialects: Dialect[] = [
	{
		name: 'errors-code-message',
		says: 'An error has a code and one message.',
		...{ allowedBy: 'v2 §7', concerns: ofBodies, sees: '{"code": "NOT_FOUND", "message": "…"}' },
		answer: onErrors((failure) => ({ body: { code: failure.error, message: sentence(failure) } })),
	},
	{
		name: 'errors-nested',
		says: 'An error is an object of its own, with its messages as details.',
		...{ allowedBy: 'v2 §7', concerns: ofBodies },
		sees: '{"error": {"code": "NOT_FOUND", "message": "…", "details": […]}}',
		answer: onErrors((failure) => {
			const { error: code, messages: details = [], ...more } = failure;
			return { body: { error: { code, message: sentence(failure), details, ...more } } };
		}),
	},
	{
		name: 'errors-list',
		says: 'Errors are a list.',
		...{ allowedBy: aDeployment, concerns: ofBodies },
		sees: '{"errors": [{"code": "NOT_FOUND", "detail": "…"}]}',
		answer: onErrors(({ error: code, messages = [code] }) => ({
			body: { errors: messages.map((detail) => ({ code, detail })) },
		})),
	},
	{
		name: 'errors-problem-json',
		says: 'An error is a problem as HTTP interfaces describe it.',
		...{ allowedBy: aDeployment, concerns: ofBodies },
		sees: '{"type": "about:blank", "title": "NOT_FOUND", "status": 404, "detail": "…"}',
		answer: onErrors((failure, { status }) =>
			typed('application/problem+json', {
				...{ type: 'about:blank', title: failure.error, status, detail: sentence(failure) },
			}),
		),
	},
	{
		name: 'errors-plain-text',
		says: 'An error is plain text.',
		...{ allowedBy: 'S2', concerns: ofBodies, sees: 'customer 99 does not exist' },
		answer: onErrors((failure) => typed('text/plain; charset=utf-8', sentence(failure))),
	},
	{
		name: 'errors-html',
		says: 'An error is a page for people.',
		...{ allowedBy: 'S2', concerns: ofBodies, sees: '<!DOCTYPE html>…<h1>NOT_FOUND</h1>…' },
		answer: onErrors((failure) => html(failure.error, sentence(failure))),
	},
	{
		name: 'errors-empty',
		says: 'An error has no body.',
		...{ allowedBy: 'S2', concerns: ofBodies, sees: '404 with Content-Length: 0' },
		answer: onErrors(() => ({ body: undefined })),
	},
	{
		name: 'error-messages-as-text',
		says: 'The messages of an error are one text.',
		...{ allowedBy: aDeployment, concerns: ofBodies },
		sees: '{"error": "NOT_FOUND", "messages": "…"}',
		answer: onErrors((failure) => ({
			body: { ...failure, ...('messages' in failure ? { messages: sentence(failure) } : {}) },
		})),
	},
];

/** What the items of a refused bulk call are told by; before the bodies, of which they are a part. */
const bulkErrors: Dialect = {
	name: 'bulk-errors-named-messages',
	says: 'The messages of refused items of a bulk call are called so.',
	...{ allowedBy: 'S2', concerns: 'the messages of bulk errors' },
	sees: '"bulkErrors": [{"index": 0, "messages": […]}]',
	answer: onErrors(({ bulkErrors: items, ...failure }) => ({
		body: Array.isArray(items)
			? {
					...failure,
					bulkErrors: items.map(({ index, massages }: Fields) => ({ index, messages: massages })),
				}
			: failure,
	})),
};

const isMissingRoute = ({ operation, status }: Answer) => !operation && status === 404;
const ofMissingRoutes = 'addresses that do not exist';

/** Other statuses of errors; before the bodies, which tell them. */
export const statusDialects: Dialect[] = [
	bulkErrors,
	{
		name: 'missing-route-html',
		says: 'An address that does not exist is a 404 with a page for people.',
		...{ allowedBy: aDeployment, concerns: ofMissingRoutes, sees: '404 <!DOCTYPE html>…' },
		answer: (answer) =>
			isMissingRoute(answer) ? html('404 Not Found', 'There is nothing here.') : undefined,
	},
	{
		name: 'missing-route-405',
		says: 'An address that does not exist is a 405.',
		...{ allowedBy: aDeployment, concerns: ofMissingRoutes, sees: '405 {"error": …}' },
		answer: (answer) =>
			isMissingRoute(answer)
				? { status: 405, body: { error: 'METHOD_NOT_ALLOWED', messages: ['Not allowed'] } }
				: undefined,
	},
	{
		name: 'missing-route-403',
		says: 'An address that does not exist is a 403, as of a gateway that knows no such route.',
		...{ allowedBy: aDeployment, concerns: ofMissingRoutes, sees: '403 {"message": …}' },
		answer: (answer) =>
			isMissingRoute(answer)
				? { status: 403, body: { message: 'Missing Authentication Token' } }
				: undefined,
	},
	{
		name: 'missing-record-410',
		says: 'A record that is missing, or gone, is a 410.',
		...{ allowedBy: aDeployment, concerns: 'the status of missing records', sees: '410' },
		answer: ({ operation, status }) => (operation && status === 404 ? { status: 410 } : undefined),
	},
	{
		name: 'validation-422',
		says: 'A failed validation is a 422.',
		...{ allowedBy: aDeployment, concerns: 'the status of failed validations', sees: '422' },
		answer: ({ status, body }) =>
			status === 400 && isFailure(body) && body.error === 'VALIDATION_FAILED'
				? { status: 422 }
				: undefined,
	},
	{
		name: 'unauthorized-403',
		says: 'A missing or invalid credential is a 403.',
		...{ allowedBy: 'v2 §7', concerns: 'the status of invalid credentials', sees: '403' },
		answer: ({ status }) => (status === 401 ? { status: 403 } : undefined),
	},
	{
		name: 'limit-503',
		says: 'Too many requests are a 503.',
		...{ allowedBy: aDeployment, concerns: 'the status of too many requests', sees: '503' },
		answer: ({ status }) => (status === 429 ? { status: 503 } : undefined),
	},
];
