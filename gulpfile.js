const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

/** Icons are copied byte by byte (`encoding: false`), or gulp 5 would spoil the PNGs. */
const icons = () =>
	src('{nodes,credentials}/**/*.{svg,png}', { encoding: false }).pipe(dest('dist'));

/** Codex files (`*.node.json`) and output schemas (`__schema__`). */
const json = () => src('{nodes,credentials}/**/*.json').pipe(dest('dist'));

exports.clean = () => rm('dist', { recursive: true, force: true });
exports.assets = parallel(icons, json);
