import { Expression } from 'n8n-workflow';

/** n8n's QuickJS engine: as the isolated VM, which has no build for Node 20, a sandbox of its own. */
export const startQuickJs = async (): Promise<void> =>
	await Expression.initExpressionEngine({
		engine: 'quickjs',
		bridgeTimeout: 60_000,
		bridgeMemoryLimit: 128,
		maxCodeCacheSize: 1024,
		poolSize: 1,
	});
