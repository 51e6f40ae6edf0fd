/**
 * Runs n8n's own lint with its unchanged configuration, as strict mode asks for. n8n's rules are
 * for the published code: the configuration in each other folder switches them off there, which
 * ESLint heeds only with this flag (from ESLint 10 on also without it).
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('n8n-node', ['lint'], {
	stdio: 'inherit',
	shell: process.platform === 'win32',
	env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
});
process.exitCode = status ?? 1;
