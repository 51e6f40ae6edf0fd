// n8n's rules (eslint.config.mjs) are for what users install; eslint.rules.mjs covers this folder too.
export default [{ ignores: ['**'] }];
