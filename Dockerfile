# nonet with its page's server, or with batch:
#   docker build -t nonet .
#   docker run --rm --network host nonet web --no-browser     # answers at 127.0.0.1 only
#   docker run --rm -v "$PWD:/data" nonet batch table.csv -o answers.csv
FROM python:3.13-slim AS build
COPY . /source
RUN pip wheel --no-cache-dir --no-deps -w /wheels /source

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "nonet[all] @ file://$(ls /wheels/nonet-*.whl)" && rm -r /wheels \
    && useradd --create-home nonet
USER nonet
WORKDIR /data
ENTRYPOINT ["nonet"]
CMD ["--help"]
