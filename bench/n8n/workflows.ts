/** The same jobs as workflows: with this package, and with n8n's own HTTP Request and Code nodes. */
import type { WorkflowNode } from '../../scripts/n8n-host/rest';
import { action, node } from '../../harness/n8n/workflows';
import type { RunningN8n } from '../../harness/n8n/world';
import type { BenchService } from '../service';

/** The service at its address for n8n, and its credential as n8n stores it. */
export interface Target {
	readonly v2: string;
	readonly credential: { readonly id: string; readonly name: string };
}

const TOKEN = 'salesManagementTeamTokenApi';

/** @param n8n one that was started with the credentials of the service */
export const targetOf = (
	{ v2 }: Pick<BenchService, 'v2'>,
	{ credentials }: Pick<RunningN8n, 'credentials'>,
): Target => ({ v2, credential: { id: credentials[TOKEN], name: 'Team token' } });

/** What is timed: these nodes together. */
export interface Contender {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
}

/** n8n's Code node. */
const code = (name: string, jsCode: string): WorkflowNode =>
	node(name, 'n8n-nodes-base.code', { typeVersion: 2, parameters: { jsCode } });

/** So many items; their making is not measured. */
const made = (count: number, json: string): WorkflowNode =>
	code('Rows', `return Array.from({ length: ${count} }, (_, at) => ({ json: ${json} }));`);

/** So many rows. */
export const rows = (count: number): WorkflowNode =>
	made(
		count,
		"{ name: 'Customer ' + at, telNo: '03-1234-' + String(at % 10000).padStart(4, '0'), address: 'Street ' + at }",
	);

/** So many items with an ID from 1 on. */
export const numbers = (count: number): WorkflowNode => made(count, '{ id: at + 1 }');

/** The node of this package. */
export const own = (
	{ credential }: Target,
	operation: string,
	parameters: Readonly<Record<string, unknown>>,
): WorkflowNode => ({
	...action('Sales Management', operation, { authentication: 'teamToken', ...parameters }),
	credentials: { [TOKEN]: credential },
});

/** n8n's HTTP Request node with the package's credential. */
export const http = (
	{ v2, credential }: Target,
	path: string,
	{ options = {}, ...parameters }: Readonly<Record<string, unknown>> = {},
): WorkflowNode =>
	node('HTTP Request', 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		parameters: {
			url: `${path.startsWith('=') ? '=' : ''}${v2}${path.replace(/^=/, '')}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: TOKEN,
			options,
			...parameters,
		},
		credentials: { [TOKEN]: credential },
	});

/** At most five requests a second, as the node lets a user say it: five at once, then a second. */
export const FIVE_A_SECOND = { batching: { batch: { batchSize: 5, batchInterval: 1000 } } };

/** Divides the items into the bodies of bulk requests. */
export const batches = (): WorkflowNode =>
	code(
		'Batches',
		`const rows = $input.all().map(({ json }) => ({ name: json.name, telNo: json.telNo, address: json.address }));
const out = [];
for (let at = 0; at < rows.length; at += 1000) out.push({ json: { customers: rows.slice(at, at + 1000) } });
return out;`,
	);

/** The item as the body of a POST. */
export const posted = {
	...{ method: 'POST', sendBody: true, contentType: 'json' },
	...{ specifyBody: 'json', jsonBody: '={{ $json }}' },
};

/**
 * All pages of a list by the node's own pagination, and an item for each record.
 * @param requestInterval milliseconds between an answer and the next request.
 */
export const pagesOfDeals = (target: Target, requestInterval: number): WorkflowNode[] => [
	http(target, '/deals', {
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'limit', value: '1000' },
				{ name: 'cursor', value: '' },
			],
		},
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [
							{ type: 'qs', name: 'cursor', value: "={{ $response.body.nextCursor ?? '' }}" },
						],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.nextCursor }}',
					requestInterval,
				},
			},
		},
	}),
	node('Split Out', 'n8n-nodes-base.splitOut', { parameters: { fieldToSplitOut: 'deals' } }),
];
