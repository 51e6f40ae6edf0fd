/** Files that a workflow fetches from this process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkflowNode } from '../../scripts/n8n-host/rest';
import { node } from '../../harness/n8n/workflows';
import type { World } from '../../harness/n8n/world';

/** Answers the address at which a CSV file can be fetched; nobody else can. */
export async function served(
	{ site: { scratch } }: World,
	name: string,
	text: string,
): Promise<string> {
	const server = createServer((_, response) => {
		response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(text);
	}).listen(0, '127.0.0.1');
	scratch.atEnd(() => server.close());
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
}

/** n8n's own node that fetches it, as a file beside its item. */
export const fetched = (name: string, url: string): WorkflowNode =>
	node(name, 'n8n-nodes-base.httpRequest', {
		typeVersion: 4.2,
		parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
	});
