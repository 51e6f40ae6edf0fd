/** Where the sandbox's own pages are: what people and tests use, and no service has. */
export const ownPaths = {
	page: '/page',
	steering: '/__sandbox',
	reference: '/docs',
	descriptions: '/openapi',
};
