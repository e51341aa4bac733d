# One image, two commands: `api` and `worker` (docs/operations.md). tests/deploy/test_image.py follows the steps of the build stage.

FROM python:3.11-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /src
COPY requirements requirements
RUN python -m venv --without-pip /opt/faceoff
RUN grep -E '#.* (build|uv)' requirements/locked.txt >requirements/build.txt && \
    python -m pip install --require-hashes --requirement requirements/build.txt
ENV UV_PYTHON=/opt/faceoff/bin/python \
    UV_COMPILE_BYTECODE=1
RUN grep '#.* image' requirements/locked.txt >requirements/image.txt && \
    python -m uv pip install --require-hashes --requirement requirements/image.txt
COPY pyproject.toml setup.py faceoff.py wsgi.py ./
COPY engines engines
COPY ai ai
COPY service service
COPY docs docs
COPY clients/web clients/web
COPY clients/javascript/src clients/javascript/src
RUN python -m pip wheel --no-deps --no-index --no-build-isolation --wheel-dir /wheel .
RUN python -m uv pip install --no-deps --no-index /wheel/*.whl
RUN /opt/faceoff/bin/python -P -m service.api.pages.build
RUN /opt/faceoff/bin/python -P -c 'import sys, engines.hockey.rules as rules; sys.exit(rules.__file__.endswith(".py"))'

FROM python:3.11-slim-bookworm
COPY --from=build /opt/faceoff /opt/faceoff
# Nothing is written but below /tmp; bytecode was made by the installation.
ENV PATH=/opt/faceoff/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1 \
    FACEOFF_HOST=0.0.0.0 \
    FACEOFF_PORT=8000 \
    FACEOFF_METRICS_HOST=0.0.0.0 \
    FACEOFF_METRICS_PORT=9090 \
    FACEOFF_CORS_ORIGINS=none
USER 10001:10001
EXPOSE 8000 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-m", "service.ops.container", "healthy"]
ENTRYPOINT ["python", "-m", "service.ops.container"]
CMD ["api"]
