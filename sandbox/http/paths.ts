/** The sandbox's own paths: no requests to the service, so the request log has none of them. */
export const isSandboxPath = (path: string): boolean =>
	['/__sandbox', '/docs', '/openapi'].some(
		(prefix) => path === prefix || path.startsWith(`${prefix}/`),
	);
