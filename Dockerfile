# One image for every process; the argument names which (see highres_web/processes.py).
FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HIGHRES_VAR=/var/lib/highres
WORKDIR /srv/highres

COPY requirements/run.lock requirements/run.lock
RUN pip install --no-cache-dir --require-hashes -r requirements/run.lock

COPY . .
RUN useradd --system --home-dir /var/lib/highres --create-home highres
USER highres
VOLUME /var/lib/highres

ENTRYPOINT ["python", "-m", "highres_web.processes"]
CMD ["web"]
