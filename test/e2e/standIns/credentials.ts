/** Credentials of what stands in for services outside of this machine. */
import type { Credential, N8nRest, Workflow } from '../../../scripts/n8n-host/rest';

/** Which of n8n's own nodes take which of them. */
const NODES: Readonly<Record<string, string>> = {
	'n8n-nodes-base.emailSend': 'smtp',
	'n8n-nodes-base.emailSendHitlTool': 'smtp',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** The ids of stored credentials, by type. */
export type StoredIds = Readonly<Record<string, string>>;

export async function stored(
	rest: N8nRest,
	credentials: readonly Credential[],
): Promise<StoredIds> {
	const ids: Record<string, string> = {};
	for (const credential of credentials) {
		const { id } = await rest.call<{ id: string }>('POST', '/credentials', credential);
		ids[credential.type] = id;
	}
	return ids;
}

/** Chooses them in the nodes that need one, as a user does after an import. */
export function chosen<W extends Workflow>(workflow: W, ids: StoredIds): W {
	const nodes = workflow.nodes.map((node) => {
		const type = NODES[node.type];
		const id = type === undefined ? undefined : ids[type];
		if (type === undefined || id === undefined) return node;
		return { ...node, credentials: { [type]: { id, name: type } } };
	});
	return { ...workflow, nodes };
}
