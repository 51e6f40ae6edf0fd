/** Where the sandbox's own pages are: what people and tests use, and no service has. */
export const ownPaths = {
	page: '/page',
	steering: '/__sandbox',
	reference: '/docs',
	descriptions: '/openapi',
};

/** Requests to the sandbox itself are none to the service: the request log has none of them. */
export const isOwnPath = (path: string): boolean =>
	path === '/' || Object.values(ownPaths).some((own) => path === own || path.startsWith(`${own}/`));
