import { Expression } from 'n8n-workflow';

/**
 * n8n's QuickJS engine: as the isolated VM, which has no build for Node 20, a sandbox of its own. With
 * `isShared` one runtime serves all workflows, as in n8n's editor: to begin one takes a tenth of a second.
 */
export const startQuickJs = async ({ isShared = false } = {}): Promise<void> =>
	await Expression.initExpressionEngine({
		...(isShared && { sharedCaller: true, lazyAcquire: true }),
		engine: 'quickjs',
		bridgeTimeout: 60_000,
		bridgeMemoryLimit: 128,
		maxCodeCacheSize: 1024,
		poolSize: 1,
	});
