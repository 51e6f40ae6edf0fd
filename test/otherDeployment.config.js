/** `npm run dialect`: a service at other addresses, with the Endpoint Overrides for them. */
module.exports = require('./support/deploymentConfig')('other-deployment');
