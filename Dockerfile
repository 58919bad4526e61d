# syntax=docker/dockerfile:1
# The service in an image of about 400 MB without shell tools or package manager. docs/containers.md says how to run it.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm run build && npm run image -- /image

FROM scratch
COPY --from=build /image /
USER 10001:10001
ENV NODE_ENV=production \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=4000
WORKDIR /data
VOLUME /data /purges /backups
EXPOSE 4000
# After SIGTERM, the service drains for up to 60 seconds: allow 90 before killing it (docker stop --time 90).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["/usr/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/node", "/opt/orchestration/packages/service/dist/bundled/main.js"]
