/** Furnishes the playground's n8n with its owner, the credentials and the examples. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '../progress';
import { PACKAGE_NAME, root } from '../n8n-host/packed';
import type { N8nRest, SavedWorkflow, Workflow, WorkflowNode } from '../n8n-host/rest';
import {
	sandboxCredentials,
	type CredentialType,
	type SandboxAddresses,
} from '../n8n-host/sandbox-credentials';
import { messageOf } from '../scratch';
import type { State } from './state';

export const examplesFolder = join(root, 'examples');

/** Makes what is missing. What a user has changed or deleted stays as it is. */
export async function furnish(
	{ rest, state, progress }: { rest: N8nRest; state: State; progress: Progress },
	sandbox: SandboxAddresses,
): Promise<void> {
	if (!state.values.isSetUp) {
		await rest.setUp(state.values.owner);
		state.remember({ isSetUp: true });
	}
	try {
		await rest.signIn(state.values.owner);
	} catch (error) {
		// The owner may have another password by now.
		progress.say(`n8n is up, but its credentials were not looked at: ${messageOf(error)}`);
		return;
	}
	await storeCredentials(rest, state, sandbox);
	await importExamples(rest, state);
}

async function storeCredentials(
	rest: N8nRest,
	state: State,
	sandbox: SandboxAddresses,
): Promise<void> {
	const wanted = sandboxCredentials(sandbox);
	const target = JSON.stringify(wanted);
	if (state.values.credentialsFor === target) return;
	for (const credential of wanted) {
		const id = state.values.credentials[credential.type];
		if (id === undefined) {
			const stored = await rest.call<{ id: string }>('POST', '/credentials', credential);
			const credentials = { ...state.values.credentials, [credential.type]: stored.id };
			state.remember({ credentials });
		} else if (await isThere(rest, `/credentials/${id}`)) {
			await rest.call('PATCH', `/credentials/${id}`, credential);
		}
	}
	state.remember({ credentialsFor: target });
}

async function isThere(rest: N8nRest, path: string): Promise<boolean> {
	return await rest.call('GET', path).then(
		() => true,
		() => false,
	);
}

/** The folder of files of n8n's container, in the examples. */
const FOLDER_OF_FILES = '/home/node/.n8n-files';

async function importExamples(rest: N8nRest, state: State): Promise<void> {
	const files = readdirSync(examplesFolder).filter((name) => name.endsWith('.json'));
	for (const file of files) {
		if (state.values.workflows[file] !== undefined) continue;
		const text = readFileSync(join(examplesFolder, file), 'utf8');
		const here = text.replaceAll(FOLDER_OF_FILES, state.files);
		const workflow = withCredentials(JSON.parse(here) as Workflow, state.values.credentials);
		const { id } = await rest.call<SavedWorkflow>('POST', '/workflows', workflow);
		state.remember({ workflows: { ...state.values.workflows, [file]: id } });
	}
}

const TYPES: Readonly<Record<string, CredentialType>> = {
	personalToken: 'salesManagementPersonalTokenApi',
	teamToken: 'salesManagementTeamTokenApi',
	v1ApiKey: 'salesManagementV1KeyApi',
};

/** Chooses the stored credential in each node of the package, as a user does after an import. */
export function withCredentials(
	workflow: Workflow,
	ids: Readonly<Record<string, string>>,
): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`) ? withCredential(node, ids) : node,
	);
	return { ...workflow, nodes };
}

function withCredential(node: WorkflowNode, ids: Readonly<Record<string, string>>): WorkflowNode {
	const { authentication = 'personalToken' } = node.parameters;
	const type = typeof authentication === 'string' ? TYPES[authentication] : undefined;
	const id = type && ids[type];
	if (type === undefined || id === undefined) return node;
	return { ...node, credentials: { [type]: { id, name: type } } };
}
